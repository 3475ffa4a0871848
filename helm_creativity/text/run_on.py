"""Which part of a reply holds its list, where the model goes on behind it: asks itself the next question, explains.

The first list of the asked length counts, unless the text between it and a later one says that it is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

_LONGEST_LEAD = 300

_MARK = re.compile(
    r"[ \t>]*(?:[一二三四五六七八九十]{1,3}[、.]|[-*+•–·▪●]|[(\[#]?\d{1,5}[.):\]、]|[*_]{2}\d|\||[\[{\"'(])"
)
_ITS_NUMBER = re.compile(r"[ \t>]*[*_(\[#]{0,3}(\d{1,3})(?:[.):\]、]| (?=\S))")
_RULE = re.compile(r"[ \t]*([-*_=])[ \t]*(?:\1[ \t]*){2,}")
_MARK_OF_ROW = re.compile(r"[ \t>]*(?:[一二三四五六七八九十]{1,3}[、.]|\||[-*+•] |\d{1,3}[.)] )")
_SEPARATOR = re.compile(r"[,;،、؛|·•\t]|\s/\s|[-=]>|→")
_ROLE = re.compile(
    r"\W{0,5}(?:user|human|assistant|system|student|teacher|question|instruction|prompt|task|exercise|input|response"
    r"|participant|player|[QAP]\d?)\b(?: \d{1,2})?\W{0,4}(?:$|(?<=[:\]>]).*)",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")
_REPLACES = re.compile(
    r"\b(?:revis\w+|correct\w+|updat\w+|improve\w*|final\w*|instead|replac\w+|chang\w+|refin\w+|redo|reconsider\w*"
    r"|rethink\w*|wait|oops|sorry|mistake|on second thoughts?|start(?:ing)? (?:over|again)|try(?:ing)? again|only|no,"
    r"|let me (?:try|fix|redo)|disregard\w*|strike|chosen|submit|take (?:it|that|them) back|actual|rather|korrigiert\w*"
    r"|my (?:own |actual |real )?(?:answer|list|words|response|choices?)|endgültig\w*|corrig\w+|finale?|définitive)\b"
    r"|^\W*answer\W*$|最终|最終|修正|訂正|重新|改",
    re.IGNORECASE | re.MULTILINE,
)
_REPLACES_SURELY = re.compile(
    r"\b(?:revised|corrected|correct list|strike|updated|instead|replac\w+|disregard\w*|take (?:it|that|them) back)\b",
    re.IGNORECASE,
)
_ANOTHER_TASK = re.compile(
    r"\b(?:verbs?|adjectives?|adverbs?|names?|name|your|friend|another|more|bonus|next|participant|player|explanations?"
    r"|explain\w*|reason\w*|compar\w+|examples?|typical|left out|did not make|antonyms?|synonyms?"
    r"|please (?:write|list|name|enter|give|generate|provide))\b",
    re.IGNORECASE,
)
_PROVISIONAL = re.compile(
    r"\b(?:example|for instance|e\.g\.|drafts?|critiques?|revis(?:e|ion) \d|brainstorm\w*|candidates"
    r"|(?:first|second|1st) (?:attempt|try|draft|thoughts?)|attempt 1"
    r"|rejected|initial\w*|not allowed|avoid|do not use|don't use|too similar|instead of)\b",
    re.IGNORECASE,
)


def answered_part(body: str, expected: int, is_whole: Callable[[str], bool]) -> str:
    """The part of a reply that ends where its list does, or from where the list begins that replaces the first."""
    start = 0
    for place, lead in islice(_breaks(body, expected), 12):
        if place > 50_000:
            break
        if place <= start or not is_whole(body[start:place]):
            continue
        before, rest = body[start:place], body[place:]
        replaced = _REPLACES.search(lead) or _PROVISIONAL.search(_opening(before))
        goes_on = _ANOTHER_TASK.search(lead) and not _REPLACES_SURELY.search(lead)
        if not replaced or goes_on or not is_whole(rest):
            return before
        start = place
    return body[start:]


def _breaks(body: str, expected: int) -> Iterator[tuple[int, str]]:
    lines = list(_lines_and_sentences(body))
    entries = last = 0
    for number, (place, line) in enumerate(lines):
        if mark := _ITS_NUMBER.match(line):
            above, last = last, int(mark[1])
            if entries >= expected and last == 1 < above:
                yield place, ""
        several = len(_SEPARATOR.findall(line))
        if (
            entries >= expected
            and (several + 1 >= expected or line.strip() in ("[", "{"))
            and not _MARK_OF_ROW.match(line)
        ):
            yield place, line[: line.find(":") + 1]
        if _may_be_entry(line):
            entries += max(1, several + (several + 1 >= expected))
        elif line.strip():
            if entries + 1 >= expected:
                lead = [line]
                for _, following in lines[number + 1 :]:
                    if following.strip() and _may_be_entry(following):
                        lead.append(following[: following.find(":") + 1])
                        break
                    lead.append(following)
                yield place, "\n".join(lead)[:_LONGEST_LEAD]
            entries += several


def _lines_and_sentences(body: str) -> Iterator[tuple[int, str]]:
    place = 0
    for line in body.split("\n"):
        starts = [0, *(end.end() for end in _SENTENCES.finditer(line))] if not _MARK.match(line) else [0]
        for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
            yield place + start, line[start:end]
        place += len(line) + 1


def _may_be_entry(line: str) -> bool:
    words = line.split()
    if _ROLE.match(line) or _RULE.fullmatch(line) or line.rstrip(" *_").endswith((":", "?")):
        return False
    if line.lstrip().startswith("#"):
        return False
    return bool(_MARK.match(line)) or len(words) < 4 or len(_SEPARATOR.findall(line)) > len(words) / 4


def _opening(text: str) -> str:
    lines = text.split("\n")
    first = next((line for line in lines if line.strip() and _may_be_entry(line)), "")
    said = [line for line in lines if line.strip() and not _may_be_entry(line)]
    return "\n".join([*said[-3:], first[: first.find(":") + 1]])[-_LONGEST_LEAD:]
