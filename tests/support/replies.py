"""Replies with what a careful person reads in them, and what our readers read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import json_repair
from support.verbalized_replies import NONE, READ

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import ParsedRating, Scale
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.judges.replies.dimensions import read_scores
from helm_creativity.judges.replies.groups import read_groups
from helm_creativity.judges.replies.letters import read_letter
from helm_creativity.judges.replies.places import read_places
from helm_creativity.judges.replies.scores import read_score
from helm_creativity.judges.replies.words import read_word
from helm_creativity.parsing.candidates import find_candidates
from helm_creativity.parsing.lists import headword, parse_list
from helm_creativity.parsing.pairs import parse_pairs
from helm_creativity.parsing.refusals import is_refusal
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.single import parse_word
from helm_creativity.parsing.turns import as_written
from helm_creativity.parsing.uses import UsesParse, fold, is_one_use, parse_uses, tidy
from helm_creativity.scenarios.create.parse import parse_paths
from helm_creativity.scenarios.letter_string.parse import read_string
from helm_creativity.scenarios.story.parse import read_story
from helm_creativity.task_types.rated.reply import read_reply

FOLDER = Path(__file__).parents[1] / "corpora"
RIGHT, MISSING, WRONG = "right", "missing", "wrong"

Case = dict[str, Any]
Read = Callable[[Case], Any]


class Reader(NamedTuple):
    """What our reader reads, None where nothing is found; and everything that counts as read rightly."""

    ours: Read
    accepted: Callable[[Case], list[Any]]


def read_rows(path: Path) -> list[Case]:
    """The rows of a corpus."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def cases(shape: str) -> list[Case]:
    """The corpus of one shape."""
    return read_rows(FOLDER / f"{shape}.jsonl")


def outcome(found: Any, accepted: list[Any]) -> str:
    """Whether a reply was read rightly, was given up, or was taken for something else."""
    if found in accepted:
        return RIGHT
    if found is None:
        return MISSING
    if isinstance(found, str) and any(
        isinstance(reading, str) and " " in reading and reading in found for reading in accepted
    ):
        return MISSING  # what stands around a text was left on it, and nothing of it is lost
    return min((_missed(found, reading) for reading in accepted), key=(MISSING, WRONG).index)


def _missed(found: Any, expected: Any) -> str:
    """Several ratings are missing, and not wrong, where each that was read is right."""
    if isinstance(expected, dict) and isinstance(found, dict):
        found, expected = list(found.values()), list(expected.values())
    ratings = isinstance(expected, list) and all(value is None or isinstance(value, (int, float)) for value in expected)
    if not (ratings and isinstance(found, list) and len(found) == len(expected)):
        return WRONG
    return MISSING if all(value in (None, want) for value, want in zip(found, expected, strict=True)) else WRONG


def _answer(case: Case, finish: str = "stop") -> Response:
    return Response(case["text"], case.get("finish", finish), case.get("failed", False))


def _of(name: str, plain: Callable[[Any], Any] = lambda value: value) -> Callable[[Case], list[Any]]:
    """Every reading that a case accepts, made plain unless it is None."""
    return lambda case: [None if value is None else plain(value) for value in case.get(f"{name}_any") or [case[name]]]


def _words(entries: Iterable[Any]) -> list[str]:
    return [headword(entry).strip().casefold() for entry in entries]


def _list(case: Case) -> Any:
    parsed = parse_list(case["text"], case["asked"])
    return _words(parsed.items) if parsed else None


def _pairs(case: Case) -> Any:
    pairs = parse_pairs(case["text"], case.get("asked"))
    return None if pairs is None else [headword(pair.word).casefold() for pair in pairs]


def _folded(uses: Iterable[str]) -> list[str]:
    return [fold(use) for use in uses]


def _score(case: Case) -> Any:
    return read_score(_answer(case), scale_of(case), case["label"], rated=case.get("rated") or ()).value


def _scores(case: Case) -> Any:
    readings = read_scores(_answer(case), case["labels"], scale_of(case), rated=case.get("rated") or ())
    return {label: reading.value for label, reading in readings.items()}


def _places(case: Case) -> Any:
    placed = read_places(_answer(case), case["texts"], scale_of(case), "originality")
    return [place.reading.value for place in placed]


def _several(case: Case) -> list[Any]:
    """Of several ratings none is None."""
    nothing = [None] * len(case["texts"]) if "texts" in case else dict.fromkeys(case["labels"])
    return [nothing if case["expect"] is None else case["expect"]]


def _letter_or_reason(case: Case, finish: str = "stop") -> tuple[str | None, str | None]:
    letters = case.get("letters", "ABCD")
    places = {letter: place for place, letter in enumerate(letters)}
    reading = read_letter(_answer(case, finish), places, rated=case.get("rated") or ())
    return (None, letters[int(reading.value)]) if reading.value is not None else (str(reading.missing), None)


def _letter(case: Case) -> Any:
    return _letter_or_reason(case)[1]


def _paths(case: Case) -> Any:
    parsed = parse_paths(_answer(case))
    return None if parsed.failure_reason else [[list(triple) for triple in path] for path in parsed.paths]


def _string(case: Case) -> Any:
    question = case["question"]
    example = [_characters(string) for string in question["example"]]
    alphabet, target = _characters(question["alphabet"]), _characters(question["target"])
    found = read_string(as_written(case["text"]), alphabet, example, target)
    return None if found is None else list(found)


def _characters(text: Any) -> tuple[str, ...]:
    return tuple(text.split()) if isinstance(text, str) else tuple(text)


def _story(case: Case) -> Any:
    story = read_story(_answer(case), case.get("cues") or ())
    return None if story.failure_reason else _spaced(story.text)


def _idea(case: Case) -> Any:
    idea = read_reply(_answer(case), get_benchmark("live_idea_bench").task.reply, case["form"])
    return None if idea.failure_reason else _spaced(idea.text)


def _spaced(text: str) -> str | None:
    """White space and emphasis are no part of what is compared."""
    return " ".join(text.replace("*", "").split()) or None


def scale_of(case: Case) -> Scale:
    """Tenths on the scale from 1 to 5, whole numbers on others, unless the case says it."""
    low, high, *step = case["scale"]
    return Scale(low, high, *(step or [0.1 if (low, high) == (1, 5) else 1]), between=case.get("between", False))


_MARK = re.compile(r"^\s*(?:\d+[.):]?|[-*•])\s+")


def _strip(line: str) -> str:
    return _MARK.sub("", line).strip(" *_\"'`.,")


def naive_list(case: Case) -> Any:
    """JSON if it looks like JSON, else lines without their marks, else commas."""
    text = case["text"].strip().removeprefix("```json").strip("` \n")
    if text[:1] in "[{":
        found = json_repair.loads(text)
        while isinstance(found, dict) and found:
            found = next(iter(found.values()))
        entries = found if isinstance(found, list) else []
        entries = [next(iter(entry.values()), "") if isinstance(entry, dict) else entry for entry in entries]
    else:
        entries = text.splitlines() if "\n" in text else re.split(r"[,;]", text)
    words = [_strip(entry) for entry in entries if isinstance(entry, str)]
    return [word.casefold() for word in words if word] or None


def _casefolded(items: Iterable[str]) -> list[str]:
    return [item.casefold() for item in items]


READERS = {
    "lists": Reader(_list, _of("items", _casefolded)),
    "uses": Reader(lambda case: _folded(parse_uses(_answer(case)).uses) or None, _of("items", _folded)),
    "pairs": Reader(_pairs, _of("items", _casefolded)),
    "words": Reader(lambda case: parse_word(case["text"]), _of("expect")),
    "paths": Reader(_paths, _of("expect")),
    "strings": Reader(_string, _of("expect")),
    "stories": Reader(_story, _of("expect", _spaced)),
    "ideas": Reader(_idea, _of("expect", _spaced)),
    "scores": Reader(_score, _of("expect")),
    "scores_many": Reader(_scores, _several),
    "places": Reader(_places, _several),
    "letters": Reader(_letter, _of("expect")),
}
"""By the name of the corpus."""

TEXTS = ("stories", "ideas")
JUDGES = ("scores", "scores_many", "places", "letters")


def outcomes(shape: str) -> Iterator[tuple[Case, Any, str]]:
    """Each case of a corpus with what is read in it, and whether that is right."""
    reader = READERS[shape]
    for case in cases(shape):
        found = reader.ours(case)
        yield case, found, outcome(found, reader.accepted(case))


def shown(case: Case) -> str:
    """A case on one line."""
    return json.dumps(case, ensure_ascii=False)


def _between_steps(read: Read) -> Read:
    """On scales on which ratings between two steps count; one rating alone is of creativity."""
    return lambda case: read({"label": "creativity", "between": True, **case})


def _word_of(case: Case, words: Mapping[Any, Any]) -> Any:
    """What is read of some words, as the case names it."""
    places = {word: float(place) for place, word in enumerate(words)}
    value = read_word(_answer(case), places, rated=case["rated"]).value
    return None if value is None else list(words.values())[int(value)]


def _entries(case: Case) -> Any:
    """The words, or "refused"."""
    if unanswered(_answer(case), case["asked"]) is FailureReason.REFUSED:
        return REFUSED
    parsed = parse_list(case["text"], case["asked"])
    return _bare(map(headword, parsed.items)) if parsed else None


def _bare(entries: Iterable[str]) -> list[str]:
    """Without blanks around them and the sign that ends them."""
    return [re.sub(r"[.,;]\Z", "", entry.strip()).strip() for entry in entries]


def _refused_or_not(case: Case) -> str | None:
    """What the benchmarks of a task see in a response: that it is refused, that it holds something, or neither."""
    answer, reason = _answer(case), None
    if case["task"] == "uses":
        reason = parse_uses(answer).failure_reason
    elif case["task"] == "story":
        reason = read_story(answer, ()).failure_reason
    else:
        words = 10 if case["task"] == "list" else None
        nothing = words and parse_list(answer.text, words) is None
        reason = unanswered(answer, words) or (FailureReason.UNPARSABLE if nothing else None)
    return REFUSED if reason is FailureReason.REFUSED else None if reason else "response"


REFUSED = "refused"


def _older_judge(case: Case) -> Any:
    """The rating, ratings or letter, or the reasons why they are missing."""
    answer, scale, rated = _answer(case, "unknown"), Scale(*case.get("scale", (1, 10))), case.get("rated", ())
    if case["read"] == "letter":
        reason, letter = _letter_or_reason(case, "unknown")
        return letter or reason
    if case["read"] == "score":
        return _or_reason(read_score(answer, scale, case.get("label", "score"), rated=rated))
    readings = read_scores(answer, case.get("labels", ["originality", "feasibility"]), scale, rated=rated)
    return {label: _or_reason(reading) for label, reading in readings.items()}


def _older_numbered(case: Case) -> Any:
    """For each text its rating, or the reason why it is missing."""
    scale, texts = Scale(*case.get("scale", (1, 5, 0.1))), case.get("texts", THREE_USES)
    placed = read_places(_answer(case, "unknown"), texts, scale, case.get("dimension", ""))
    return [_or_reason(place.reading) for place in placed]


def _or_reason(reading: ParsedRating) -> Any:
    return str(reading.missing) if reading.value is None else reading.value


def uses_in_case(case: Case) -> UsesParse:
    """The uses in a reply; ``one_each``, in a row of a file whose rows hold one use each."""
    single = case.get("one_each") and is_one_use(case["text"])
    return UsesParse((tidy(case["text"]),), 0, None) if single else parse_uses(_answer(case))


THREE_USES = ("doorstop", "weapon against burglars", "hold 3 pencils")
OLDER: dict[str, Read] = {
    "judges": _older_judge,
    "numbered": _older_numbered,
    "lists": lambda case: (parse_list(case["text"], case["asked"]), is_refusal(case["text"], case["asked"])),
    "groups": lambda case: read_groups(_answer(case, "unknown"), THREE_USES),
    "pairs": lambda case: parse_pairs(case["text"], case["asked"]),
    "uses": uses_in_case,
    "words": lambda case: parse_word(case["reply"]),
}
"""By the name of the corpus in tests/corpora/older, what our reader reads."""


def older(name: str) -> list[Case]:
    """The corpus of one name in tests/corpora/older."""
    return read_rows(FOLDER / "older" / f"{name}.jsonl")


KINDS: dict[str, Read] = {
    "judges_dimensions": _between_steps(_scores),
    "judges_labels": lambda case: _word_of(case, {label: str(label) for label in case["labels"]}),
    "judges_letters": _letter,
    "judges_numbered": _between_steps(_places),
    "judges_numbers": _between_steps(_score),
    "judges_planted": _between_steps(_score),
    "judges_verdicts": lambda case: _word_of(case, {"no": False, "yes": True}),
    "responses_glued": _entries,
    "responses_refusals": _refused_or_not,
    "responses_run_on": _entries,
    "responses_uses": lambda case: _bare(parse_uses(_answer(case)).uses) or None,
}
"""By the name of the corpus in tests/corpora/kinds, what our reader reads."""


def kinds(name: str) -> list[Case]:
    """The corpus of one name in tests/corpora/kinds."""
    return [row for row in read_rows(FOLDER / "kinds" / f"{name}.jsonl") if "kind" in row]


def outcomes_of_kinds(name: str) -> Iterator[tuple[Case, Any, str]]:
    """Each case of such a corpus with what is read in it, and whether that is right."""
    for case in kinds(name):
        found, right = KINDS[name](case), case["right"]
        if right is None and "texts" in case:
            right = [None] * len(case["texts"])
        elif isinstance(right, list) and "texts" not in case:
            right = _bare(right)
        how = outcome(found, [right])
        yield case, found, RIGHT if how == MISSING and case.get("accept_missing") else how


def every_reply() -> Iterator[tuple[Callable[[Any], object], Any]]:
    """Each reply of all corpora with what reads it."""
    for shape, reader in READERS.items():
        yield from ((reader.ours, case) for case in cases(shape))
    for name, read in OLDER.items():
        yield from ((read, case) for case in older(name))
    for name, read in KINDS.items():
        yield from ((read, case) for case in kinds(name))
    yield from ((find_candidates, reply) for reply in [*(reply for reply, _ in READ.values()), *NONE.values()])
