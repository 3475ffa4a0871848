"""Open answers rated as a whole: what is asked, what a rating is worth, and three benchmarks that are little else."""

import json
import math
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import given as replies_given
from support.judged import judge_reply

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.baselines.lexical_judge import reply_to
from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.readings import read_one
from helm_creativity.task_types.rated.rubric import CREATIVITY

BENCHMARKS = ("design_problems", "metaphor", "scientific_thinking")
LEXICAL = "creativity/lexical-judge"
REFUSAL = "I'm sorry, but I can't help with that."


def rated(text, *judge_replies, **answer):
    """An answer as a run leaves it."""
    return Sample(Response(text, **answer), {"annotations": replies_given.given(*judge_replies)})


def replies(*ratings):
    return [judge_reply(f"judge/{i}", "creativity", creativity=rating) for i, rating in enumerate(ratings)]


def run_of(*rows):
    """Of one of the three; they differ in nothing but the name."""
    benchmark = get_benchmark("metaphor")
    settings = benchmark.settings_type(prompts="own", judges="judge/0+judge/1+judge/2+judge/3")
    return replies_given.scored(benchmark, settings, rows)


def scored(*rows):
    return run_of(*rows).scores


@given(st.lists(st.lists(st.integers(10, 50), min_size=1, max_size=4), min_size=1, max_size=5))
def test_scores_follow_their_ratings(ratings):
    """On the scale, in their order, and each answer for itself."""
    together = [sample_score.score for sample_score in scored(*(rated("x", *replies(*some)) for some in ratings))]
    for score, some in zip(together, ratings, strict=True):
        assert min(some) - 1e-9 <= score <= max(some) + 1e-9
        assert math.isclose(score, sum(some) / len(some))
        (higher,) = scored(rated("x", *replies(*[min(rating + 1, 50) for rating in some])))
        assert higher.score >= score


def sample_of(record):
    """What a row of a file of ratings says."""
    benchmark = get_benchmark("metaphor")
    return sample_in_row(benchmark, record, benchmark.settings_type())


@pytest.mark.parametrize(
    ("name", "field", "more"),
    [("metaphor", "response", {"creativity": 20}), ("story", "response", {}), ("story", "story", {})],
)
def test_the_text_that_was_given_comes_back_as_it_was(name, field, more, tmp_path):
    """What is scored of it, without thoughts and titles, stands beside it."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    text = "<think>Hm.</think>**Awake**\n\nThe stamp could not sleep. It was late."
    source.write_text(json.dumps({field: text, **more}) + "\n")
    embedding = ["--embedding", "builtin"] if name == "story" else []
    assert main(["score", name, *embedding, str(source), "--out", str(target)]) == 0
    scored = json.loads(target.read_text())
    assert scored[field] == text
    assert "Hm." not in scored["scored_story" if name == "story" else "scored_response"]
    assert scored["score"] is not None


@pytest.mark.parametrize(
    ("row", "score", "reason"),
    [
        (rated("Two words.", *replies(20, 31, 45)), 32, None),  # (20 + 31 + 45) / 3
        (rated("one", *replies(20, "unparsable", 45)), 32.5, None),
        (rated("<think>Hm.</think>"), None, FailureReason.EMPTY),
        (rated(REFUSAL, *replies(50)), None, FailureReason.REFUSED),
        (rated("As if", *replies(50), finish_reason="length"), None, FailureReason.TRUNCATED),
        (rated("An answer.", *replies("failed", "unparsable")), None, FailureReason.UNJUDGED),
        (rated("An answer."), None, FailureReason.UNJUDGED),
        # What people rated was an answer to them; an empty one is none.
        *((Sample(Response(text), {"ratings": {"creativity": [25.0]}}), 25, None) for text in ("I can't", REFUSAL)),
        (Sample(Response(" "), {"ratings": {"creativity": [25.0]}}), None, FailureReason.EMPTY),
    ],
)
def test_an_answer_is_worth_the_mean_of_its_ratings(row, score, reason):
    """A missing rating is in no mean; what cannot be scored has a reason and never a number."""
    (found,) = scored(row)
    assert (found.score, found.failure_reason, found.submetrics["creativity"]) == (score, reason, score)
    assert found.submetrics["words"] == (
        len(row.response.text.split()) if reason is None else found.submetrics["words"]
    )


def test_a_mean_adds_up_without_rounding():
    """Ten tenths are one, which left to right they are not; of nothing there is none, not 0."""
    assert [mean_or_none(some) for some in ([], [0.0, 1.0], [0.1] * 10)] == [None, 0.5, 0.1]


def test_judges_read_task_and_response_and_the_papers_sentence():
    """And answer with one number, on a scale from 10 to 50; the words of the response are none."""
    question = CREATIVITY.question(task="Name a use.", response='A "door {stop}".')
    assert (question.system, question.rated) == ("", ('A "door {stop}".',))
    for words in ("A creative response is novel and effective.", "\nName a use.\n", '\nA "door {stop}".\n'):
        assert words in question.user
    found = [
        read_one(CREATIVITY, Response(text, "stop"), ("I rate 50",))["creativity"]
        for text in ("34", "9", "34.5", "I rate 50")
    ]
    whys = (MissingReason.OUT_OF_RANGE, MissingReason.OFF_SCALE)
    assert (found[0].value, *(score.missing for score in found[1:3]), found[3].value) == (34, *whys, None)


@given(st.text(min_size=1), st.text(min_size=1))
def test_the_lexical_judge_rates_what_it_reads(task, response):
    """On the scale, whatever stands in the question; the odder the higher."""

    def rate(task, response):
        return int(reply_to(CREATIVITY, CREATIVITY.question(task=task, response=response).user))

    assert 10 <= rate(task, response) <= 50
    odd = "Perpendicular daydreams rehearse tomorrow's archipelago."
    assert rate("t", "It is a big red car.") < rate("t", odd)
    assert reply_to(CREATIVITY, "What is creative?") is None


@pytest.mark.parametrize("name", BENCHMARKS)
def test_items_are_whole(name):
    """Six of each of three kinds, every field a text that the prompt holds; none asks to be creative."""
    benchmark = get_benchmark(name)
    prompts = [item.prompt.text for item in benchmark.items(benchmark.settings_type(prompts="own"))]
    ids = [entry["id"] for entry in benchmark.entries]
    assert (ids, len(prompts), len(set(prompts))) == (sorted(set(ids)), 18, 18)
    assert sorted(Counter(entry["kind"] for entry in benchmark.entries).values()) == [6, 6, 6]
    for entry, prompt in zip(benchmark.entries, prompts, strict=True):
        assert entry["id"].startswith(entry["kind"] + "-")
        texts = [value for key, value in entry.items() if key not in ("id", "kind")]
        assert all(text == text.strip() and text and text in prompt for text in texts)
        assert not re.search(r"creativ|original|effective|\bnovel\b", prompt, re.IGNORECASE)


def test_rows_of_people_are_scored_or_say_what_is_missing():
    """Ratings in a cell or none; a response without any keeps no other row from being scored."""
    for cell in (None, "", " "):
        rows = [{"response": text, "creativity": cell} for text in ("A thought.", "")]
        rows += [{"response": "A thought.", "creativity": "20"}, {"response": "No column."}]
        found = scored(*map(sample_of, rows))
        unjudged = FailureReason.UNJUDGED
        assert [score.score for score in found] == [None, None, 20, None]
        assert [score.failure_reason for score in found] == [unjudged, FailureReason.EMPTY, None, unjudged]
        assert found[0].submetrics["words"] == 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        *(
            (row, "expected a field response, or creativity with a rating, got")
            for row in ({}, {"creativity": ""}, {"creativity": [None, None]}, {"response": None, "creativity": "NA"})
        ),
        *(
            ({"response": text, "creativity": 9}, "as a rating from 10 to 50, or a list of them, got 9")
            for text in (None, "A thought.")
        ),
        ({"response": 7, "creativity": 20}, "expected a text in the field response, got 7"),
    ],
)
def test_rows_without_anything_are_refused(row, message):
    with pytest.raises(BadArguments, match=message):
        sample_of(row)


def test_ratings_of_people_are_scored(tmp_path):
    """By ``helm-creativity score``: a cell or a list; with the response where there is one."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [{"creativity": [20, 30]}, {"creativity": 41, "response": "A thought."}, {"creativity": 41, "response": ""}]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["score", "metaphor", str(source), "--out", str(target)]) == 0
    first, second, third = map(json.loads, target.read_text().splitlines())
    assert [(row["score"], row["failure_reason"]) for row in (first, second, third)] == [
        *((25, None), (41, None), (None, "empty"))
    ]
    assert (first["given_creativity"], third["creativity"], third["given_creativity"]) == ([20, 30], None, 41)
    assert "given_creativity" not in second
    assert "|judges:from a file" in first["comparable"]
