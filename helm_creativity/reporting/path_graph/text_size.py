"""How wide a text is about to be, and where its lines break. For drawings that are made before a font is known."""

from __future__ import annotations

import unicodedata

# Widths in em of a sans-serif face; the margin covers the widest of the usual ones, in half bold.
_NARROW, _SLIM, _BROAD = frozenset("ijlI.,:;'’!|()[] "), frozenset('frt-"“”/'), frozenset("mwMWOQGCD@%&—")
_MARGIN = 1.12
_ELLIPSIS = "…"


def width_of(text: str, size: float) -> float:
    """About how wide one line of text is at most, in pixels, at a font size in pixels."""
    return sum(map(_em, text)) * size * _MARGIN


def _em(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.0
    if sign in _NARROW:
        return 0.29
    if sign in _SLIM:
        return 0.37
    if sign in _BROAD:
        return 0.84
    return 0.67 if sign.isupper() or ord(sign) > 0x24F else 0.55


def wrapped(text: str, size: float, width: float, most: int) -> tuple[str, ...]:
    """A text in lines of about the same length; what does not fit into the last one becomes an ellipsis.

    Args:
        text: with any white space.
        size: of the font, in pixels.
        width: that no line exceeds, in pixels; each line holds at least one character.
        most: number of lines, at least 1.

    Returns:
        From 1 to ``most`` lines.
    """
    lines = _broken(text, size, width)
    if len(lines) > most:
        return (*lines[: most - 1], _shortened(" ".join(lines[most - 1 :]), size, width))
    while width > size and len(narrower := _broken(text, size, width - size / 2)) == len(lines):
        if sum(map(len, narrower)) != sum(map(len, lines)):  # a word was broken that need not be
            break
        width, lines = width - size / 2, narrower
    return tuple(lines)


def _broken(text: str, size: float, width: float) -> list[str]:
    """Lines, filled one after the other; a word that is longer than a line is broken."""
    lines = [""]
    for word in text.split():
        whole = f"{lines[-1]} {word}".strip()
        if width_of(whole, size) <= width:
            lines[-1] = whole
            continue
        pieces = [""]
        for sign in word:
            if pieces[-1] and width_of(pieces[-1] + sign, size) > width:
                pieces.append("")
            pieces[-1] += sign
        lines[len(lines) - (not lines[-1]) :] = pieces
    return lines


def _shortened(text: str, size: float, width: float) -> str:
    while text and width_of(text + _ELLIPSIS, size) > width:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS
