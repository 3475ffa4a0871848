"""Uses in decoded arrays and objects: lists, objects of one use each, lists under categories, halves of an array."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from helm_creativity.parsing.containers import ITEM_KEYS
from helm_creativity.parsing.pairs import REASON_KEYS

_KEYS = (
    "use",
    "usage",
    "idea",
    "title",
    *ITEM_KEYS,
    "uso",
    "usage",
    "utilisation",
    "verwendung",
    "nutzung",
    "suggestion",
)
_LABELS = frozenset(
    {"object", "category", "id", "type", "number", "rank", "index", "topic", "task", "prompt", "note", "kind"}
)
_MORE = frozenset({*REASON_KEYS, "detail", "elaboration", "how", "how it work", "details", "summary"})
_NUMBERED = re.compile(r"[^\W\d]{0,20}[ _#.-]{0,3}\d{1,5}\.?")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]', re.DOTALL)
_OPEN = re.compile(r'\[\s*["\[{]|\{\s*"')
_CLOSING = {"[": "]", "{": "}"}
_MOST_OPEN = 100
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple,
    parse_int=lambda _: None,
    parse_float=lambda _: None,
    parse_constant=lambda _: None,
    strict=False,
)


@dataclass
class _Open:
    """A bracket that has not closed yet, and where its last complete entry ends; 0 before the first."""

    bracket: str
    end: int = 0
    expects_key: bool = False


def record_uses(values: list[object]) -> list[str]:
    """The uses in decoded values, in order: an array is a list, an object a tuple of (key, value).

    An object with a telling key ("use", "title") is one use, with its explanation behind a colon; what else it holds
    (tags, steps) is no use. Objects whose members are lists are categories.
    """
    uses: list[str] = []
    pending: list[object] = list(reversed(values))
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            uses.append(node)
        elif isinstance(node, list):
            pending.extend(reversed(node))
        elif isinstance(node, tuple):
            pending.extend(reversed(list(_members(node))))
    return uses


def before_brackets(text: str) -> str:
    """What stands before the array or object that opens first."""
    opening = _OPEN.search(text)
    return text[: opening.start()] if opening else text


def complete_part(text: str) -> list[object]:
    """The complete entries of an array or object that opens and never closes; [] without any."""
    opening = _OPEN.search(text)
    if opening is None:
        return []
    end, closers = _last_complete(text, opening.start())
    try:
        return [_DECODER.decode(text[opening.start() : end] + closers)] if end else []
    except (ValueError, RecursionError):
        return []


def _members(node: tuple[tuple[str, Any], ...]) -> Iterator[object]:
    """What an object holds as uses: the containers of its list, itself as one use, or its members one by one."""
    containers = [(_key(key), value) for key, value in node if isinstance(value, (list, tuple)) and value]
    strings = [(_key(key), value) for key, value in node if isinstance(value, str) and value.strip()]
    telling = [value for key, value in containers if key in _KEYS]
    if telling:
        yield from telling
    elif not strings or (containers and not any(key in _KEYS for key, _ in strings)):
        yield from (value for _, value in containers)
    elif all(_NUMBERED.fullmatch(key.strip()) for key, _ in node) or _one_key(node):
        yield from (value for _, value in strings)
    else:
        yield from _uses_of(node, dict(reversed(strings)))


def _uses_of(node: tuple[tuple[str, Any], ...], strings: dict[str, str]) -> Iterator[str]:
    """The use that an object is, or for an object of names and explanations one a member."""
    use = next((strings[key] for key in _KEYS if key in strings), None)
    more = [value for key, value in reversed(strings.items()) if key in _MORE]
    others = [(key, value) for key, value in node if isinstance(value, str) and _key(key) not in _LABELS | _MORE]
    if use is not None:
        yield _joined([use, *more])
    elif len(others) < 2:
        yield _joined([*(value for _, value in others), *more])
    else:
        yield from (f"{key}: {value}" for key, value in others)


def _joined(parts: list[str]) -> str:
    """A use and its explanation as one text."""
    first, *rest = parts or [""]
    rest = [part for part in rest if part.strip()]
    return ": ".join([first.rstrip(" .:"), " ".join(rest)]) if rest else first


def _one_key(node: tuple[tuple[str, Any], ...]) -> bool:
    """Whether the same key stands before every value, as models write it."""
    return len(node) > 1 and len({key for key, _ in node}) == 1


def _key(key: str) -> str:
    """The spelling under which a key is known: "Unusual_Uses" is "use"."""
    name = re.sub(r"[\W_]+", " ", key).strip().lower()
    return re.sub(r"^(?:unusual|alternative|creative|alternate|possible) ", "", name).removesuffix("s")


def _last_complete(text: str, start: int) -> tuple[int, str]:
    """Where the last entry ends that is complete, and the brackets that close what is open there; (0, "") for none.

    The entries are those of the innermost open array, or the members of the object where no array is open.
    """
    stack: list[_Open] = []
    for token in _TOKEN.finditer(text, start):
        if len(stack) > _MOST_OPEN:
            return 0, ""
        _follow(stack, token[0], token.end())
    whole = [i for i, container in enumerate(stack) if container.end]
    arrays = [i for i in whole if stack[i].bracket == "["]
    if not whole:
        return 0, ""
    level = (arrays or whole)[-1]
    return stack[level].end, "".join(_CLOSING[container.bracket] for container in reversed(stack[: level + 1]))


def _follow(stack: list[_Open], sign: str, end: int) -> None:
    """Take one token: open or close a bracket, or note that an entry of the innermost one is complete."""
    if sign in _CLOSING:
        stack.append(_Open(sign, expects_key=sign == "{"))
        return
    if not stack:
        return
    container = stack[-1]
    if sign in ("]", "}"):
        stack.pop()
        if stack:
            stack[-1].end = end
    elif sign == ":":
        container.expects_key = False
    elif sign == ",":
        container.expects_key = container.bracket == "{"
    elif not container.expects_key:
        container.end = end
