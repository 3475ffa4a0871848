"""Which part of a reply is its answer, and which of the brackets in that part: tags, drafts, examples, revisions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from helm_creativity.parsing.path_brackets import Root, read_roots
from helm_creativity.parsing.path_trees import PathTree, find_paths
from helm_creativity.parsing.triples import Path
from helm_creativity.parsing.turns import as_written

_TAG = re.compile(r"<\s{0,9}(/?)\s{0,9}answer\s{0,9}>", re.IGNORECASE)
_FENCE_NAME = re.compile(r"```\w*")
_ESCAPED_ONLY = re.compile(r'(?<!\\)"')
_ESCAPED_FROM_THE_START = re.compile(r'\s{0,9}"\s{0,9}[\[{]\s{0,9}(?:\\n\s{0,9})?\\"')
_ESCAPE = re.compile(r'\\(["\\n])')
_NUMBER = re.compile(r"\d{1,5}")


class Part(NamedTuple):
    """A part of a reply that may be its answer.

    Attributes:
        text: the part.
        ended: whether a closing tag ends it.
        start: where it stands in the reply.
    """

    text: str
    ended: bool
    start: int = 0


@dataclass
class PathReading:
    """What a part of a reply holds.

    Attributes:
        paths: the complete paths, in order.
        probabilities: the number beside each of them.
        malformed: how many entries in the place of a path are none.
        truncated: whether a bracket never closes.
        is_empty: whether there is an empty object and no path.
        numbers: those under which the outermost objects hold something.
    """

    paths: list[Path] = field(default_factory=list)
    probabilities: list[float | None] = field(default_factory=list)
    malformed: int = 0
    truncated: bool = False
    is_empty: bool = False
    numbers: frozenset[int] = frozenset()


def best_reading(text: str, read: Callable[[Part], PathReading] | None = None) -> PathReading:
    """The answer in a reply: what stands in the last pair of answer tags that holds paths, or else anywhere.

    Pairs of tags whose numbers go on from one to the next, or that hold one path each without a number, are one answer;
    otherwise earlier ones are drafts.
    An empty object in tags is an answer as well, if no tags hold paths. Thoughts and what a server adds are left out.

    Args:
        text: the reply.
        read: how a part of it is read; as brackets by default.
    """
    read = read or _read
    # Tags with blanks inside stay; of the usual ones only the last pair would.
    body = as_written(_TAG.sub(r"< \1answer >", text))
    tagged = [(part.start, read(part)) for part in _tagged(body)]
    with_paths = [(start, reading) for start, reading in tagged if reading.paths]
    if with_paths:
        return _continued([reading for _, reading in sorted(with_paths, key=lambda one: one[0])], with_paths[0][1])
    empty = next((reading for _, reading in tagged if reading.is_empty), None)
    return empty or read(Part(_TAG.sub("\n", body), ended=False))


def _continued(readings: list[PathReading], main: PathReading) -> PathReading:
    """One of the readings, which stand in their order, joined with those before that lead on to it and those behind."""
    at = next(place for place, one in enumerate(readings) if one is main)
    kept = [main]
    for earlier in reversed(readings[:at]):
        if _goes_on(earlier, kept[0]):
            kept.insert(0, earlier)
    for later in readings[at + 1 :]:
        if _goes_on(kept[-1], later):
            kept.append(later)
    return PathReading(
        paths=[path for one in kept for path in one.paths],
        probabilities=[number for one in kept for number in one.probabilities],
        malformed=sum(one.malformed for one in kept),
        truncated=kept[-1].truncated,
    )


def _goes_on(one: PathReading, following: PathReading) -> bool:
    """Whether numbers go on from one pair of tags to the next, or each holds another path without a number."""
    if one.numbers and following.numbers:
        return max(one.numbers) < min(following.numbers)
    single = len(one.paths) == len(following.paths) == 1 and one.paths != following.paths
    return single and not one.numbers and not following.numbers


def without_blanks_in_tags(text: str) -> str:
    """The text with its answer tags in their usual spelling."""
    return _TAG.sub(r"<\1answer>", text)


def _tagged(body: str) -> Iterator[Part]:
    """What stands in answer tags: of those that are closed the last first, then what one opens, or only closes."""
    tags = list(_TAG.finditer(body))
    opened = [
        Part(body[tag.end() : following.start() if following else None], bool(following and following[1]), tag.end())
        for tag, following in zip(tags, [*tags[1:], None], strict=False)
        if not tag[1]
    ]
    yield from (part for part in reversed(opened) if part.ended)
    yield from (part for part in reversed(opened) if not part.ended)
    if tags and tags[0][1]:
        yield Part(body[: tags[0].start()], ended=True)


def _read(part: Part) -> PathReading:
    """The paths of one part."""
    text = part.text
    if '\\"' in text and not _ESCAPED_ONLY.search(text):
        text = text.replace('\\"', '"')
    elif _ESCAPED_FROM_THE_START.match(text):
        text = _ESCAPE.sub(lambda escape: "\n" if escape[1] == "n" else escape[1], text)
    groups: list[_Group] = []
    numbers: set[int] = set()
    for root in read_roots(text, part.ended):
        if text[root.start : root.end] == "[ ]":
            continue  # a box to tick
        between = _FENCE_NAME.sub("", text[groups[-1].end : root.start]) if groups else ""
        if not groups or any(map(str.isalnum, between)) or (groups[-1].rank == 1) != (_rank(root) == 1):
            groups.append(_Group())
        groups[-1].take(root, find_paths(root))
        numbers.update(int(found[0]) for key, _ in root.container.entries if key and (found := _NUMBER.search(key)))
    return replace(_joined(_chosen(groups)), numbers=frozenset(numbers))


@dataclass
class _Group:
    """Brackets that follow one another without words between them.

    Attributes:
        found: what each of them holds.
        paths: all their paths.
        rank: 3 where one is an object or a list of lists of triples, 2 where one is a list of triples, else 1.
        end: where the last of them ends.
        truncated: whether the last of them never closes.
    """

    found: list[PathTree] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    rank: int = 0
    end: int = 0
    truncated: bool = False

    def take(self, root: Root, found: PathTree) -> None:
        """Add what one root holds."""
        self.found.append(found)
        self.paths.extend(found.paths)
        self.rank = max(self.rank, _rank(root))
        self.end = root.end
        self.truncated = (root.open > 0 and not root.ended) or found.unfinished > 0


def _rank(root: Root) -> int:
    """How much a root looks like a whole answer; a single list of texts only does where there is nothing else."""
    return 3 if root.container.keyed else min(root.container.height, 3)


def _chosen(groups: list[_Group]) -> list[_Group]:
    """The groups that are the answer.

    What stands before the first group of the highest rank that holds paths is an example, and so is a single list of
    texts behind it. A group that repeats half of
    the paths of one before it, two or more, is a revision and takes its place.
    """
    highest = max((group.rank for group in groups if group.paths), default=0)
    first = next((i for i, group in enumerate(groups) if group.paths and group.rank == highest), 0)
    kept: dict[int, _Group] = {}
    last_with: dict[Path, int] = {}
    for i, group in enumerate(group for group in groups[first:] if group.rank > 1 or highest < 2):
        own = dict.fromkeys(group.paths)
        repeated = Counter(last_with[path] for path in own if last_with.get(path) in kept)
        for earlier, count in repeated.items():
            if len(kept[earlier].paths) > 1 and 2 * count >= len(kept[earlier].paths):
                del kept[earlier]
        kept[i] = group
        last_with.update(dict.fromkeys(own, i))
    return list(kept.values())


def _joined(groups: list[_Group]) -> PathReading:
    """What the groups hold together."""
    found = [one for group in groups for one in group.found]
    paths = [path for group in groups for path in group.paths]
    malformed = sum(one.malformed for one in found)
    return PathReading(
        paths=paths,
        probabilities=[number for one in found for number in one.probabilities],
        malformed=malformed,
        truncated=bool(groups) and groups[-1].truncated,
        is_empty=not paths and not malformed and any(one.is_empty for one in found),
    )
