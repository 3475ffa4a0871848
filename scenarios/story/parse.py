"""From a response to the story in it, its sentences, and the cue words among its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.inflections import inflected_forms
from helm_creativity.parsing.plausibility import PROSE, implausible
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.texts import text_alone
from helm_creativity.parsing.turns import as_written
from helm_creativity.task_types.semantic_integration import sentences

IRREGULAR = {"send": ("sent",), "sing": ("sang", "sung")}
"""Forms of the protocols' cue words that no rule makes."""
LEAST_SENTENCES = 3
"""Fewest sentences of a story that opens as refusals do."""
FORM = replace(PROSE, least=4)
"""Three words are the cue words. Of stories to this prompt the shortest of 236 by people has 26 words, that of 3,573 by
models 16; but a famous one has six."""
TITLES = frozenset({"Mr.", "Mrs.", "Ms.", "Dr.", "Prof.", "St.", "Capt.", "Sgt.", "Lt.", "Col.", "Gen.", "Rev."})
"""What is no sentence, though a full stop and a capital letter follow."""

_NUMBERED = re.compile(r"[ \t]*(?:sentence[ \t]+)?(?P<number>\d{1,2})[.):][ \t]+(?=\S)", re.IGNORECASE)
_EMPHASIS = re.compile(r"(?<!\w)_+|_+(?!\w)|\*+|`+")


def split_words(text: str) -> list[str]:
    """Sequences of letters in small letters, in order; hyphens and apostrophes divide them."""
    return re.findall(r"[^\W\d_]+", text.casefold())


@lru_cache(maxsize=4096)
def is_cue(word: str, cue: str) -> bool:
    """Whether a word of a story is the cue word or a form of it (``sent`` of ``send``); both in small letters.

    Regular forms are those of ``words.inflections.inflected_forms``, irregular plurals WordNet's; other irregular forms
    are known of the protocols' own cue words only. Derivations (``payable`` of ``payment``) are other words.
    """
    regular = word in inflected_forms(cue) or word in IRREGULAR.get(cue, ())
    return regular or (word.startswith(cue[:1]) and builtin().lemma(word) == cue)


def cue_coverage(text: str, cues: Sequence[str]) -> float | None:
    """Share of the cue words that a text contains, 0 to 1; of a cue of several words all must stand in a row.

    None without cues.
    """
    words, found = split_words(text), 0
    for cue in map(split_words, cues):
        rows = zip(*(words[k:] for k in range(len(cue))), strict=False)
        found += any(all(map(is_cue, row, cue)) for row in rows)
    return found / len(cues) if cues else None


class Story(NamedTuple):
    """What a response tells, or why it tells nothing."""

    text: str
    failure_reason: FailureReason | None = None


def read_story(response: Response, cues: Sequence[str] = ()) -> Story:
    """The story in a response: the writer's own turn, without reasoning; see ``story_from_file``.

    A refusal in words is a story whose narrator opens like one ("I can't sleep, said the stamp"), if it has three
    sentences at least and all cue words in sentences none of which names them all. What a filter stopped is none.
    """
    story, reason = story_from_file(response.text), unanswered(response)
    if reason is FailureReason.REFUSED and response.finish_reason != "content_filter":
        parts = sentences(story.text)
        elsewhere = " ".join(part for part in parts if cue_coverage(part, cues) != 1)
        is_story = count_sentences(parts) >= LEAST_SENTENCES and cue_coverage(elsewhere, cues) == 1
        reason = None if is_story else reason
    return Story(story.text, reason or story.failure_reason)


def story_from_file(text: str) -> Story:
    """A story that a person wrote as such: whatever it begins with is no refusal.

    What stands around it is no part of it, see ``text_alone``, nor is emphasis (``**``, ``_``), nor are the numbers of
    lines that are numbered from 1. A text that is no story of anybody's, or has fewer than four words, is implausible.
    """
    lines = text_alone(as_written(text)).split("\n")
    filled = [line for line in lines if line.strip()]
    numbers = [int(match["number"]) for line in filled if (match := _NUMBERED.match(line))]
    if len(filled) > 1 and numbers == list(range(1, len(filled) + 1)):
        lines = [_NUMBERED.sub("", line, count=1) for line in filled]
    text = _EMPHASIS.sub("", "\n".join(lines)).strip()
    implausibly = FailureReason.IMPLAUSIBLE if implausible(text, FORM) else None
    return Story(text, implausibly if text else FailureReason.EMPTY)


def count_sentences(parts: Sequence[str]) -> int:
    """How many sentences a reader would count in the parts that ``sentences`` returns.

    A part that begins with a small letter goes on with the one before it, and so does one behind a title such as
    "Dr."; a part without letters and figures is none.
    """
    count, goes_on = 0, False
    for part in parts:
        if first := re.search(r"[^\W_]", part):
            count += not (goes_on or (count and first[0].islower()))
            goes_on = part.split()[-1].lstrip("\"'“‘(") in TITLES
    return count
