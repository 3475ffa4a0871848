"""Lists of tools in prose, such as "Available tools are a comb, a torn map, and two nails"."""

from __future__ import annotations

import re

_KIND = r"(?:tools?|items?|objects?|materials?|resources|supplies|equipment|things)"
_INTRODUCED = re.compile(
    rf"(?:\b{_KIND}\b[^.:?!,]{{0,50}}?(?::|\b(?:includes?|including|are|is|consists? of)\b:?)"
    rf"|\bavailable(?: to you)?(?: are| is|:|,)"
    rf"|\b(?:all|what|everything)(?: that)? you(?: do)? (?:have|possess|own)\b[^.:?!,]{{0,40}}?(?:\bis\b|\bare\b|:)"
    rf"|\b(?:at your disposal|on hand|within reach)\b[^.:?!,]{{0,20}}?(?:,|:|\bare\b|\bis\b)"
    rf"|\byou(?:'ve| have| only have| also have| do have| just have| possess| own| find| found| can use)\b"
    rf"(?: only| just| with you| available| on hand| access to| got| at your disposal| the following| to use"
    rf"| {_KIND}|:)*)\s*",
    re.IGNORECASE,
)
_LIST_END = re.compile(r"(?<!\b[A-Z])[.;?!](?=\s|$|[A-Z])|\n")
_PARTED = re.compile(r",\s*(?:and|or|plus)?\s+|\s+and\s+(?=(?:an?|the|some|one|two|three|four|five|several|your)\s)")
_RELATIVE = re.compile(r"\s(?:which|that|that's|whose|with|but|as)\s.*| \(.*?\)", re.IGNORECASE)
_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|cannot|can't|has|have|you|it|they|how|however|isn't|aren't|don't|will|need|needs|must|do|no)\b",
    re.IGNORECASE,
)
_LAST_AND = re.compile(r"\A(?:and|or|plus)\s+", re.IGNORECASE)
_COUNTED = re.compile(r"(?:an?|the|some|one|two|three|four|five|six|ten|several|your|any|\d+)\b", re.IGNORECASE)
_THINGS = re.compile(rf"\b(?:{_KIND}|available)\b", re.IGNORECASE)
_FEWEST, _LONGEST = 3, 16


def tools_in(problem: str) -> tuple[str, ...] | None:
    """The tools that a problem lists, as it words them; None where no list can be told with some certainty.

    A list follows words such as "Tools available:", "The available items are" or "You have", ends with the sentence,
    and has three entries or more, none of which is a clause or over 16 words long. Behind words that do not speak of
    tools or the like, half of the entries must begin with an article or a number. Of several lists the first counts.
    """
    for introduced in _INTRODUCED.finditer(problem):
        rest = problem[introduced.end() :]
        end = _LIST_END.search(rest)
        entries = _entries(rest[: end.start()] if end else rest)
        if _is_list(entries) and (_THINGS.search(introduced[0]) or 2 * _counted(entries) >= len(entries)):
            return tuple(entries)
    return None


def _entries(text: str) -> list[str]:
    """The parts of a list; one that ends with an adjective ("a long, thin stick") is joined again."""
    entries: list[str] = []
    for part in (_LAST_AND.sub("", one.strip(), count=1) for one in _PARTED.split(text)):
        if entries and len(entries[-1].split()) == 2 and _counted(entries[-1:]) and not _counted([part]):
            # Behind a list of bare nouns ("a comb, thread") this would join two things; then both names still stand.
            entries[-1] = f"{entries[-1]}, {part}"
        else:
            entries.append(part)
    return entries


def _counted(entries: list[str]) -> int:
    """How many entries begin with an article or a number."""
    return sum(_COUNTED.match(one) is not None for one in entries)


def _is_list(entries: list[str]) -> bool:
    """Whether these are names of things."""
    bare = [_RELATIVE.sub("", one) for one in entries]
    return len(entries) >= _FEWEST and all(
        one and len(one.split()) <= _LONGEST and not _CLAUSE.search(one) for one in bare
    )
