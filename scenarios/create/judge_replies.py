"""Where the judgements of triples are in a judge's reply: their words, which ``rubrics`` then understands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from helm_creativity.judges.replies.dicts import DictContainer, DictText, Value, read_containers
from helm_creativity.judges.replies.names import key_words
from helm_creativity.judges.replies.text import Reply

_JUDGEMENT = {"judgment", "judgments", "judgement", "judgements"}
_COUNTED = {"", "triple", "judgment", "judgement"}
_NUMBERED = re.compile(r"([^\W\d]*)[\s_#-]{0,3}(\d{1,3})\W{0,2}")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3}){1,6}(?![.,]?\d)")
_MORE_FIGURES = re.compile(r",[\s,]{0,20}\d")
_PARTS = re.compile(r"\s*;\s*|,\s+")
_FORM = re.compile(r"\.{3}|…|<?(?:string|integer|int|number)>?|.*\|.*", re.IGNORECASE | re.DOTALL)
_LINE_START = re.compile(r"(?m)^[ \t]*(?=\[\s*[{\"'\d]|\{\s*[\"'])")
_ENUMERATED = re.compile(r"(?:triple[ \t]*)?(\d{1,3})[ \t]?[.):][ \t]+|[-•][ \t]+", re.IGNORECASE)
_LINE_END = re.compile(r"[ \t]{0,20}\.?[ \t]{0,20}(?:\n|\Z)")
_LOOK_BACK = 200
_DEEPEST = 6


class _Found(NamedTuple):
    """What a container holds.

    Attributes:
        words: of each judgement; None where it has none of its own, or several.
        keyed: whether a key says that they are judgements.
    """

    words: list[str | None]
    keyed: bool = True


@dataclass(frozen=True)
class ReplyPart:
    """The judgements of one part of a reply.

    Attributes:
        words: of each judgement, in order; None where it has none of its own, or several.
        start: where the part begins in the text.
        end: where it ends.
        whole: whether it is complete, and not truncated.
        keyed: whether a key says that these are judgements.
    """

    words: tuple[str | None, ...]
    start: int
    end: int
    whole: bool = True
    keyed: bool = True

    @property
    def container(self) -> DictContainer:
        """The part as a container."""
        return DictContainer("[", self.start, 0, self.start, self.end, closed=self.whole)


def judgements_in(reply: Reply, n: int) -> list[ReplyPart]:
    """All that may be the judgements of n triples, in order.

    Read are lists of objects with the key "judgment", in any of its spellings and numbers; one object with a list under
    that key; objects that follow one another; objects whose keys number the triples from 1; and, where nothing has such
    a key, lists of plain values on lines of their own, and lines of plain values without any brackets. What repeats the
    form that was asked is left out.
    """
    text = reply.text
    if not any(bracket in text for bracket in "[{"):
        return _lines(reply, n)
    roots = _roots(text)
    parts = _by_roots(roots, reply)
    open_root = next((root for root in roots if not root.closed), None)
    if open_root is None or any(one.start == open_root.start and one.keyed for one in parts):
        return _joined(parts, text, n)
    # A bracket in prose that is never closed holds all that follows.
    later = _LINE_START.search(text, open_root.start + 1)
    start = later.end() if later else len(text)
    behind = _by_roots(_roots(" " * start + text[start:]), reply)
    return _joined([one for one in parts if one.end <= open_root.start] + behind, text, n)


def _roots(text: str) -> list[DictContainer]:
    """The outermost containers, in order."""
    return sorted((one for one in read_containers(text).found if one.depth == 0), key=lambda one: one.start)


def _by_roots(roots: Sequence[DictContainer], reply: Reply) -> list[ReplyPart]:
    """The judgements in the containers."""
    found = [(root, one) for root in roots if (one := _of(root, reply.text)) and not any(map(_is_form, one.words))]
    return [
        ReplyPart(tuple(one.words), root.start, root.end, root.closed or reply.ended, one.keyed)
        for root, one in found
        if one.keyed or _stands_alone(root, reply.text)
    ]


def _joined(parts: list[ReplyPart], text: str, n: int) -> list[ReplyPart]:
    """Those with keys if there are any; objects of one judgement each as one list, where more were asked."""
    parts = [one for one in parts if one.keyed] or parts
    if n == 1 or len(parts) < 2 or not all(text[one.start] == "{" and len(one.words) == 1 for one in parts):
        return parts
    words = tuple(word for one in parts for word in one.words)
    return [ReplyPart(words, parts[0].start, parts[-1].end, all(one.whole for one in parts))]


def _of(container: DictContainer, text: str, depth: int = 0) -> _Found | None:
    """The judgements in a container; None if there are none."""
    if depth > _DEEPEST:
        return None
    if container.bracket == "{" or container.pairs:
        return _of_object(container, text, depth)
    inner = [value for value in container.values if isinstance(value, DictContainer)]
    if not inner:
        words: list[str | None] = [value.text for value in container.values if isinstance(value, DictText)]
        return _Found(words, keyed=False) if words else None
    if len(container.values) == 1:
        return _of(inner[0], text, depth + 1)
    if any(isinstance(value, DictText) and not _is_form(value.text) for value in container.values):
        return None
    each = [_one(value, text, depth) for value in container.values]
    return _Found(each) if any(one is not None for one in each) else None


def _one(value: Value, text: str, depth: int) -> str | None:
    """The one judgement that an entry holds under a key."""
    if isinstance(value, DictText):
        return value.text
    found = _of(value, text, depth + 1)
    return found.words[0] if found and found.keyed and len(found.words) == 1 else None


def _of_object(container: DictContainer, text: str, depth: int) -> _Found | None:
    """What stands under the key for it, or under the numbers of triples, or in the one container that it holds."""
    if numbered := _numbered(container, text, depth):
        return numbered
    named = [value for key, value in container.pairs if key_words(key) in _JUDGEMENT]
    if named:
        several = [_under(value, container, text, depth) for value in named]
        return several[0] if all(one == several[0] for one in several) else _Found([None])
    inner = [value for _, value in container.pairs if isinstance(value, DictContainer)]
    inner += [value for value in container.values if isinstance(value, DictContainer)]
    found = _of(inner[0], text, depth + 1) if len(inner) == 1 else None
    return found if found and found.keyed else None


def _under(value: Value, container: DictContainer, text: str, depth: int) -> _Found:
    """What stands under the key for judgements."""
    if isinstance(value, DictContainer):
        found = _of(value, text, depth + 1)
        return _Found(found.words) if found else _Found([None])
    words = _unsplit(value, container, text)
    return _Found(list(_PARTS.split(words))) if words is not None else _Found([None])


def _unsplit(value: DictText, container: DictContainer, text: str) -> str | None:
    """The words of a value, with the thousands that its comma parts from it; None where the comma may be anything."""
    if not container.values or not _MORE_FIGURES.match(text, value.end):
        return value.text
    whole = _THOUSANDS.match(text, value.start)
    return whole[0] if whole else None


def _numbered(container: DictContainer, text: str, depth: int) -> _Found | None:
    """Judgements under keys that number the triples: {"1": 5, "2": 20}, {"triple_1": {"judgment": 5}}."""
    keys = [_NUMBERED.fullmatch(key.strip()[:40]) for key, _ in container.pairs]
    numbers = [int(key[2]) for key in keys if key and key_words(key[1]) in _COUNTED]
    if not numbers or numbers != list(range(1, len(keys) + 1)):
        return None
    words = []
    for _, value in container.pairs:
        words.append(_unsplit(value, container, text) if isinstance(value, DictText) else _one(value, text, depth))
    return _Found(words)


def _is_form(words: str | None) -> bool:
    """Whether the words are those that the prompt shows where a judgement belongs."""
    return words is not None and bool(_FORM.fullmatch(words.strip()))


def _stands_alone(root: DictContainer, text: str) -> bool:
    """Whether nothing but a label stands before the container on its line, and nothing behind it."""
    before = text[max(0, root.start - _LOOK_BACK) : root.start].rpartition("\n")[2].rstrip()
    return (not before or before[-1] in ":=") and bool(_LINE_END.match(text, root.end))


def _lines(reply: Reply, n: int) -> list[ReplyPart]:
    """Lines of a reply that has nothing else, numbered or not; or one line with as many parts."""
    lines = [line.strip() for line in reply.text.splitlines() if line.strip()]
    heads = [_ENUMERATED.match(line) for line in lines]
    numbers = [int(head[1]) for head in heads if head and head[1]]
    if numbers and numbers != list(range(1, len(lines) + 1)):
        return []
    words = [line[head.end() if head else 0 :] for line, head in zip(lines, heads, strict=True)]
    if len(words) == 1:
        words = _PARTS.split(words[0])
    return [ReplyPart(tuple(words), 0, len(reply.text), not reply.truncated, keyed=False)] if len(words) == n else []
