"""API keys kept out of what is written: a provider's error, or a reply, may repeat the key that it was sent."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

MASK = "***"
Completion = TypeVar("Completion")
SHORTEST = 8
"""Characters of a key, or of a piece of one; shorter ones, as servers of one's own take, are words such as EMPTY."""

_LONG = 20
"""Characters of a key without a digit that no response holds by chance, as it may hold "not-needed"."""

# Names of settings that hold keys: openaiApiKey, HF_TOKEN, auth_token; and deployments, whose keys stand under names.
_NAMES_A_KEY = re.compile(r"(?:key|token|secret|password|credentials?)$", re.IGNORECASE)
_KEYS_BY_NAME = "deployments"

# A key behind what announces it: "api_key": "...", Incorrect API key provided: ..., ?key=..., Bearer ..., https://user:...@
_ANNOUNCED = re.compile(
    r"((?:(?:api|access|subscription)[-_ ]?key|[?&]key|(?:auth|access)[-_ ]?token|secret|password)(?: provided)?"
    r"['\"]?\s*[:=]\s*['\"]?(?:bearer\s+)?|\bbearer\s+|://(?=[^\s/@]+@))"
    r"[^\s'\",;&@]*[^\s'\",;&@.]",
    re.IGNORECASE,
)
# sk-..., hf_..., AIza...; providers put asterisks into keys that they repeat. And whatever is long, of letters and
# figures, without the hyphens that stand in the names of models and in the numbers of requests.
_LOOKS_LIKE_A_KEY = re.compile(
    r"\b(?:(?:sk|pk|rk|xai|nvapi|pplx)-|(?:hf|gsk|ghp|r8|sk)_|AIza|AKIA)[\w*-]{8,}"
    r"|\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32,}\b"
)

# A key of which every piece is secret: not the path of a file or an address, no text, and none of the short words.
_OPAQUE = re.compile(r"(?=.*\d|.{20})(?![/~.]|\w+:/)[\w.+/=:~-]+")
_PIECE = re.compile(rb"\x01+")

_known: set[str] = set()


def keep_secret(settings: Mapping[str, object]) -> None:
    """Masks the keys among some settings, by their names, from now on in this process."""
    _known.update(_keys_in(settings))


def without_secrets(text: str) -> str:
    """``text`` with asterisks for every key: those of ``keep_secret`` and of the environment, and what looks like one.

    Any ``SHORTEST`` characters in a row of a known key count as the key, and so do they in the reverse order.
    Every error that comes from a provider goes through here before it is kept or printed.
    """
    for key in _known_keys():
        text = text.replace(key, MASK)
    text = _LOOKS_LIKE_A_KEY.sub(MASK, _ANNOUNCED.sub(rf"\1{MASK}", text))
    return _without_pieces(_known_keys(), text, lambda piece: True)


def response_without_keys(text: str) -> str:
    """``text`` with asterisks for keys that are known; unlike an error, a response stays as it is otherwise.

    What merely looks like a key may be part of a response, and so may a word that a server of one's own takes for one:
    a known key counts if it has a digit or at least 20 characters; a piece of it, if it has a digit beside a letter.
    """
    keys = [key for key in _known_keys() if len(key) >= _LONG or any(map(str.isdigit, key))]
    for key in keys:
        text = text.replace(key, MASK)
    return _without_pieces(
        keys,
        text,
        lambda piece: len(piece) >= _LONG or (any(map(str.isdigit, piece)) and any(map(str.isalpha, piece))),
    )


def _without_pieces(keys: Sequence[str], text: str, counts: Callable[[str], bool]) -> str:
    """``text`` without those pieces of keys that count; looked up, so that time grows with the text alone."""
    pieces, hidden = _pieces(tuple(keys)), bytearray(len(text))
    for place in range(len(text) - SHORTEST + 1 if pieces else 0):
        if text[place : place + SHORTEST] in pieces:
            hidden[place : place + SHORTEST] = b"\x01" * SHORTEST
    parts, end = list[str](), 0
    for run in _PIECE.finditer(hidden):
        if counts(text[run.start() : run.end()]):
            parts += [text[end : run.start()], MASK]
            end = run.end()
    return "".join([*parts, text[end:]])


@lru_cache(maxsize=8)
def _pieces(keys: tuple[str, ...]) -> frozenset[str]:
    written = [way for key in keys if _OPAQUE.fullmatch(key) for way in (key, key[::-1])]
    return frozenset(way[place : place + SHORTEST] for way in written for place in range(len(way) - SHORTEST + 1))


def completions_without_keys(completions: Sequence[Completion]) -> list[Completion]:
    """HELM's ``GeneratedOutput`` objects, of which those that repeat a known key are replaced by copies without it.

    A copy has no tokens, for the key may be spread over several of them.
    """
    outputs: list[Any] = [*completions]
    for place, output in enumerate(outputs):
        changed: dict[str, Any] = {}
        if isinstance(output.text, str) and (text := response_without_keys(output.text)) != output.text:
            changed["text"] = text
        thought = getattr(output.thinking, "text", None)
        if isinstance(thought, str) and (text := response_without_keys(thought)) != thought:
            changed["thinking"] = replace(output.thinking, text=text)
        if changed:
            outputs[place] = replace(output, **changed, tokens=[])
    return outputs


def _known_keys() -> list[str]:
    """Long ones first: a key may begin with another."""
    return sorted(_known.union(_keys_in(os.environ)), key=len, reverse=True)


@lru_cache(maxsize=1024)
def _names_a_key(name: str) -> bool:
    return _NAMES_A_KEY.search(name) is not None


def _keys_in(settings: Mapping[str, object], all_of_them: bool = False) -> Iterator[str]:
    """The keys among settings, in settings within them as well."""
    for name, value in settings.items():
        if isinstance(value, Mapping):
            yield from _keys_in(value, all_of_them or name == _KEYS_BY_NAME)
        elif isinstance(value, str) and len(value) >= SHORTEST and (all_of_them or _names_a_key(name)):
            yield value
