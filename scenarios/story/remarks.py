"""What stands behind a story and is no part of it: rules with remarks below them, counts and lists of words, offers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from helm_creativity.responses.text import has_substance

RULE = re.compile(r"[ \t]*(?:[-*_=~][ \t]*){3,}")

_EDGES = " \t*_`"
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_TELLS_ON = re.compile(r"[.!?…][\"'”’]?.$", re.DOTALL)
_ABOUT = re.compile(r":|\b(?:words|stor(?:y|ies)|sentences|prompt)\b", re.IGNORECASE)
_COUNT = re.compile(
    r"(?:(?:total|approximate|final)[ ])?(?:words?|sentences?|characters?)"
    r"(?:[ ](?:count|used|included)[*_ ]*:.*|[*_ ]*:[*_ ]*(?:about |approximately |~)?\d.*)"
    r"|(?:(?:about|approximately|~)[ ]?)?\d+[ ](?:words|sentences|characters)\.?",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?:please )?let me know (?:if|whether|what|when) you\b.*"
    r"|(?:please )?feel free to (?:ask|let me know)\b.*"
    r"|(?:i )?hope (?:you|this|it|that)\b.*\bstor(?:y|ies)\b.*"
    r"|(?:would you like|do you want|if you(?:'d| would) like|shall i|should i)\b"
    r".*\b(?:stor(?:y|ies)|versions?|rewrit\w+|revis\w+|adjust\w*|me to (?:write|change|make|add|try|continue))\b.*",
    re.IGNORECASE,
)
"""What assistants say when they have answered; somebody in a story who says it in a line of its own has quotes."""


def without_remarks(lines: Sequence[str]) -> Sequence[str]:
    """The lines up to where the story ends; all of them where nothing would be left.

    No part of it is what stands below a rule, if that is shorter in words than what stands above: a scene behind a
    rule is told from a remark by nothing else. Nor are last lines that count or list words ("Word count: 85") or offer
    something ("Let me know if you would like more."), and a last paragraph in brackets, unless it is a sentence that is
    not about words, sentences, prompt or story.
    """
    first = next((i for i, line in enumerate(lines) if has_substance(line)), len(lines))
    end = _before_counts(lines, first, len(lines))
    return lines[: _before_counts(lines, first, _above_rule(lines[:end]))]


def _above_rule(lines: Sequence[str]) -> int:
    """The first rule with more words above than below, or the number of lines."""
    words = [0 if RULE.fullmatch(line) else sum(map(has_substance, line.split())) for line in lines]
    above, total = 0, sum(words)
    for i, line in enumerate(lines):
        if above > total - above and RULE.fullmatch(line):
            return i
        above += words[i]
    return len(lines)


def _before_counts(lines: Sequence[str], first: int, end: int) -> int:
    """Where the lines end without counts, offers, brackets, rules and blank lines behind line number ``first``."""
    while end > first + 1:
        last = lines[end - 1]
        if not last.strip() or RULE.fullmatch(last) or _is_remark(last.strip(_EDGES)):
            end -= 1
            continue
        start = _paragraph(lines, end)
        if start <= first or not _is_aside("\n".join(lines[start:end])):
            break
        end = start
    return end


def _is_remark(line: str) -> bool:
    return _COUNT.fullmatch(line) is not None or _OFFER.fullmatch(line.replace("’", "'")) is not None


def _paragraph(lines: Sequence[str], end: int) -> int:
    """Where the paragraph begins that ends before line ``end``; a line in brackets is one by itself."""
    if _is_aside(lines[end - 1]):
        return end - 1
    return next((i for i in range(end - 1, 0, -1) if not lines[i - 1].strip()), 0)


def _is_aside(text: str) -> bool:
    bare = text.strip(_EDGES)
    if not _BRACKETED.fullmatch(bare):
        return False
    return not _TELLS_ON.search(bare) or _ABOUT.search(bare) is not None
