"""The Torrance Test of Creative Writing: stories under 14 questions of yes or no, each answered by three experts.

Of the 48 stories 12 are public by their address alone. Judges are asked about the other 36; the published replies of
seven language models are about all 48.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import parse_json, read_json
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.sources import ExamCard, exam_cards, require_source
from helm_creativity.benchmark.types import Response
from helm_creativity.errors import FileProblem
from helm_creativity.exams.sets.tables import numbered_lines
from helm_creativity.exams.types import ExamResponse, ExamScale, ExamSet, ScaleKind
from helm_creativity.judges.readings import read_one
from helm_creativity.safe_text import quoted

YES, NO = 1.0, 0.0
RUBRIC = Rubric(
    "ttcw", Path(__file__).parent, "ttcw", ("passes",), words={"Yes": YES, "No": NO}, first_word=True, rated=("story",)
)
MODELS = ("cgpt", "claude3-opus", "claudev13", "claudev2", "claudev21", "gemini-pro", "gpt4")
"""Whose replies the authors released, as their files are named."""
WITHOUT_TEXT = "about stories of which only the address is public"


def load(card: ExamCard) -> ExamSet:
    """The set of stories whose text is public, from the files that were fetched."""
    everything = _responses()
    public = tuple(response for response in everything if response.text)
    return _as_set(card, public, {WITHOUT_TEXT: len(everything) - len(public)})


def load_with_votes_alone() -> ExamSet:
    """All 672 stories and tests, to compare released replies with; where a text is not public it is empty."""
    return _as_set(exam_cards()["ttcw"], tuple(_responses()), {})


def released_ratings(model: str) -> Mapping[str, float]:
    """What a model answered, by the id of the response; a reply that begins with neither yes nor no is missing."""
    path = require_source(f"ttcw-replies-{model}", f"the released replies of {model}", "replies of your own")
    found: dict[str, float] = {}
    for number, line in numbered_lines(path):
        try:
            entry = parse_json(line)
            named = re.fullmatch(r"story_(?P<story>.+)_test(?P<test>\d+)", entry["id"])
            reading = read_one(RUBRIC, Response(entry["response"]), ())["passes"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FileProblem(f"{path}, line {number}: expected an object with id and response") from error
        if named is None:
            raise FileProblem(
                f"{path}, line {number}: expected an id such as story_0_Claude_test1, got {quoted(entry['id'])}"
            )
        if reading.value is not None:
            found[_id(named["story"], int(named["test"]))] = reading.value
    return found


def _as_set(card: ExamCard, responses: tuple[ExamResponse, ...], skipped: Mapping[str, int]) -> ExamSet:
    scale = ExamScale(ScaleKind.BINARY, NO, YES, {YES: "yes", NO: "no"})
    return ExamSet.from_card(card, scale, RUBRIC, responses, skipped)


def _id(story: str, test: int) -> str:
    return f"{story}/{test}"


def _responses() -> Sequence[ExamResponse]:
    stories, tests = _objects("ttcw-stories"), _objects("ttcw-tests")
    votes: dict[str, dict[str, float]] = defaultdict(dict)
    for vote in _objects("ttcw-votes"):
        choice = {"Yes": YES, "No": NO}[vote["binary_verdict"]]
        votes[_id(vote["story_id"], vote["ttcw_idx"])][f"expert {vote['expert_idx']}"] = choice
    return tuple(_response(story, test, votes) for story in stories for test in tests)


def _response(
    story: Mapping[str, Any], test: Mapping[str, Any], votes: Mapping[str, Mapping[str, float]]
) -> ExamResponse:
    name = _id(story["story_id"], test["ttcw_idx"])
    text = "" if story["content"].startswith("http") else story["content"]
    known = {"background": story_background(test["full_prompt"]), "question": test["question"]}
    question = RUBRIC.question(story=text, **known) if text else Question("", "")
    plot, source = story["story_id"].split("_", 1)
    fields = {"test": test["category"], "dimension": test["torrance_dimension"]}
    return ExamResponse(name, plot, text, question, votes[name], source, fields)


def story_background(full_prompt: str) -> str:
    """What a test says before its question: without the last two paragraphs, as the authors' notebook cuts it."""
    without_question = "\n".join(full_prompt.strip().split("\n")[:-1]).strip()
    return "\n".join(without_question.split("\n")[:-1]).strip()


def _objects(name: str) -> Sequence[Mapping[str, Any]]:
    path = require_source(name, f"{name}, a part of the Torrance Test of Creative Writing", "another set")
    found = read_json(path)
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise FileProblem(f"{path}: expected a list of objects")
    return found
