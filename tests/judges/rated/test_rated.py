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
from support.judges import REFUSAL
from support.uses import RATE

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.baselines.lexical_judge import reply_to
from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.judges.readings import read_one
from helm_creativity.task_types.rated import benchmark as rated_benchmark
from helm_creativity.task_types.rated.rubric import CREATIVITY

METAPHOR = get_benchmark("metaphor")
TEXT = "<think>Hm.</think>**Awake**\n\nThe stamp could not sleep. It was late."
PLAIN, ODD = "It is a big red car.", "Perpendicular daydreams rehearse tomorrow's archipelago."


def rated(text, *ratings, **answer):
    """An answer as a run leaves it."""
    replies = [judge_reply(f"judge/{i}", "creativity", creativity=rating) for i, rating in enumerate(ratings)]
    return Sample(Response(text, **answer), {"annotations": replies_given.given(*replies)})


def scored(*rows):
    """Of one of the three; they differ in nothing but the name."""
    settings = METAPHOR.settings_type(prompts="own", judges="judge/0+judge/1+judge/2+judge/3")
    return replies_given.scored(METAPHOR, settings, rows).scores


def sample_of(record):
    """What a row of a file of ratings says."""
    return sample_in_row(METAPHOR, record, METAPHOR.settings_type())


@given(st.lists(st.lists(st.integers(10, 50), min_size=1, max_size=4), min_size=1, max_size=5))
def test_scores_follow_their_ratings(ratings):
    """On the scale, in their order, and each answer for itself."""
    together = scored(*(rated("x", *some) for some in ratings))
    higher = scored(*(rated("x", *[min(rating + 1, 50) for rating in some]) for some in ratings))
    for found, other, some in zip(together, higher, ratings, strict=True):
        assert min(some) - 1e-9 <= found.score <= max(some) + 1e-9
        assert math.isclose(found.score, sum(some) / len(some))
        assert other.score >= found.score
        assert scored(rated("x", *some)) == [found]


@pytest.mark.parametrize(
    ("row", "score", "reason"),
    [
        (rated("Two words.", 20, 31, 45), 32, None),  # (20 + 31 + 45) / 3
        (rated("one", 20, "unparsable", 45), 32.5, None),
        *((rated("An answer.", *whys), None, FailureReason.UNJUDGED) for whys in (("failed", "unparsable"), ())),
        (rated("As if", 50, finish_reason="length"), None, FailureReason.TRUNCATED),
        # What people rated was an answer to them; an empty one is none.
        *((Sample(Response(text), {"ratings": {"creativity": [25.0]}}), 25, None) for text in ("I can't", REFUSAL)),
        (Sample(Response(" "), {"ratings": {"creativity": [25.0]}}), None, FailureReason.EMPTY),
        # Ratings in a cell or none; a response without any keeps no other row from being scored.
        *((sample_of({"response": "A thought.", "creativity": no}), None, "unjudged") for no in (None, "", " ")),
        *((sample_of({"response": text}), None, why) for text, why in (("", "empty"), ("x", "unjudged"))),
        (sample_of({"response": "A thought.", "creativity": "20"}), 20, None),
    ],
)
def test_an_answer_is_worth_the_mean_of_its_ratings(row, score, reason):
    """A missing rating is in no mean; what cannot be scored has a reason and never a number."""
    (found,) = scored(row)
    assert (found.score, found.failure_reason, found.submetrics["creativity"]) == (score, reason, score)
    assert reason or found.submetrics["words"] == len(row.response.text.split())


def test_judges_read_task_and_response_and_the_papers_sentence():
    """And answer with one number, on a scale from 10 to 50; the words of the response are none."""
    question = CREATIVITY.question(task="Name a use.", response='A "door {stop}".')
    assert (question.system, question.rated) == ("", ('A "door {stop}".',))
    for words in ("A creative response is novel and effective.", "\nName a use.\n", '\nA "door {stop}".\n'):
        assert words in question.user
    texts = ("34", "9", "34.5", "I rate 50")
    found = [read_one(CREATIVITY, Response(text, "stop"), ("I rate 50",))["creativity"] for text in texts]
    whys = [MissingReason.OUT_OF_RANGE, MissingReason.OFF_SCALE]
    assert (found[0].value, [reading.missing for reading in found[1:3]], found[3].value) == (34, whys, None)


@given(st.text(min_size=1), st.text(min_size=1))
def test_the_lexical_judge_rates_what_it_reads(task, response):
    """On the scale, whatever stands in the question; the odder the higher."""

    def rate(task, response):
        return int(reply_to(CREATIVITY, CREATIVITY.question(task=task, response=response).user))

    assert 10 <= rate(task, response) <= 50
    assert rate("t", PLAIN) < rate("t", ODD)
    assert reply_to(CREATIVITY, "What is creative?") is None


def test_the_lexical_judge_rates_several_texts_one_by_one():
    """As the question numbers them, to the ends of the scale: a hundred long words, and a short one after itself."""
    long = " ".join(f"{first}{second}nconceivably" for first in "abcdefghij" for second in "abcdefghij")
    assert reply_to(RATE, RATE.question(uses=[long, "a " * 100]).user) == "1: 5\n2: 1"
    plain, odd, again = reply_to(RATE, RATE.question(uses=[PLAIN, ODD, PLAIN]).user).splitlines()
    assert plain[3:] == again[3:] < odd[3:]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        *((name, [6, 6, 6]) for name in ("design_problems", "metaphor", "scientific_thinking")),
        ("captions", [5, 5, 5, 5]),
        ("design_briefs", [6, 7, 7]),
        ("puns", [10, 10]),
    ],
)
def test_items_are_whole(name, kinds):
    """So many of each kind, every field a text that the prompt holds; none asks to be creative."""
    benchmark = get_benchmark(name)
    own = {"prompts": "own"} if benchmark.task.authors else {"protocol": benchmark.card.default_protocol}
    prompts = [item.prompt.text for item in benchmark.items(benchmark.settings_type(**own))]
    ids = [entry["id"] for entry in benchmark.entries]
    assert (ids, len(prompts), len(set(prompts))) == (sorted(set(ids)), sum(kinds), sum(kinds))
    assert sorted(Counter(entry["kind"] for entry in benchmark.entries).values()) == kinds
    for entry, prompt in zip(benchmark.entries, prompts, strict=True):
        assert entry["id"].startswith(entry["kind"] + "-")
        texts = [value for key, value in entry.items() if key not in ("id", "kind")]
        assert all(text == text.strip() and text and text in prompt for text in texts)
        assert not re.search(r"creativ|original|effective|\bnovel\b", prompt, re.IGNORECASE)


NOTHING = [{}, {"creativity": ""}, {"creativity": [None, None]}, {"response": None, "creativity": "NA"}]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        *((row, "expected a field response, or creativity with a rating, got") for row in NOTHING),
        *(({"response": text, "creativity": 9}, "as a rating from 10 to 50, or .* got 9") for text in (None, "A")),
        ({"response": 7, "creativity": 20}, "expected a text in the field response, got 7"),
    ],
)
def test_rows_without_anything_are_refused(row, message):
    with pytest.raises(BadArguments, match=message):
        sample_of(row)


@pytest.mark.parametrize(
    ("name", "row", "options", "expected"),
    [
        ("metaphor", {"creativity": [20, 30]}, [], {"score": 25, "given_creativity": [20, 30]}),
        ("metaphor", {"creativity": 41, "response": TEXT}, [], {"score": 41, "response": TEXT, "creativity": 41}),
        ("metaphor", {"creativity": 41, "response": ""}, [], {"score": None, "given_creativity": 41}),
        *(("story", {field: TEXT}, ["--embedding", "builtin"], {field: TEXT}) for field in ("response", "story")),
    ],
)
def test_a_file_of_ratings_or_texts_is_scored(name, row, options, expected, tmp_path):
    """A text comes back as it was given; what is scored of it, without thoughts and titles, stands beside it."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps(row) + "\n")
    status = main(["score", name, *options, str(source), "--out", str(target)])
    (found,) = map(json.loads, target.read_text().splitlines())
    assert status == (found["score"] is None)
    assert {key: found[key] for key in expected} == expected
    assert name == "story" or "|judges:from a file" in found["comparable"]
    assert TEXT not in row.values() or "Hm." not in found[f"scored_{'story' if name == 'story' else 'response'}"]


def judged_by_tests(name, text, fields, *replies):
    """The score of a response to a benchmark of tests, of which ``replies`` are the judges'."""
    benchmark = get_benchmark(name)
    settings = benchmark.settings_type(
        protocol=benchmark.card.default_protocol, judges="judge/0+judge/1+judge/2", design="all"
    )
    sample = Sample(Response(text, "stop"), {**fields, "annotations": replies_given.given(*replies)})
    (score,) = replies_given.scored(benchmark, settings, [sample]).scores
    return score


def votes(dimension, *said, about=""):
    """What three judges say."""
    return [judge_reply(f"judge/{i}", "", about, **{dimension: vote}) for i, vote in enumerate(said)]


@pytest.mark.parametrize(
    ("correct", "novel", "score", "of_new"),
    [
        ((1, 1, 1), (1, 0, 0), 1 / 3, 1 / 3),
        ((1, 1, 0), (1, 1, 0), 2 / 3, 2 / 3),
        ((0, 0, 1), (1, 1, 1), 0, 0),  # most say that it is not correct: whether it is new is not asked
        ((1, 1, 1), (), None, None),
        ((), (1, 1, 1), None, 1),  # nobody said whether it is correct
    ],
)
def test_where_most_judges_deny_a_condition_what_follows_is_0(correct, novel, score, of_new):
    """And a condition is no part of the score."""
    replies = [*votes("correct", *correct), *votes("novel", *novel)]
    found = judged_by_tests(
        "creative_math", "So it is nine.", {"problem": "How many?", "solutions": "1. Nine."}, *replies
    )
    assert found.score == (None if score is None else pytest.approx(score))
    assert found.submetrics["novel"] == (None if of_new is None else pytest.approx(of_new))
    assert found.failure_reason is (FailureReason.UNJUDGED if score is None else None)


def test_the_judges_are_not_asked_behind_a_condition_that_most_deny():
    """Each costs money."""
    benchmark = get_benchmark("creative_math")
    settings = benchmark.settings_type(protocol="ye2024", judges="judge/0+judge/1+judge/2", design="all")
    for said, asked in (((0, 0, 1), {"correct"}), ((0, 1, 1), {"correct", "novel"})):
        replies = replies_given.given(*votes("correct", *said), *votes("novel", 1, 1, 1))
        sample = Sample(
            Response("So it is nine.", "stop"), {"problem": "?", "solutions": "1. 9", "annotations": replies}
        )
        (trial,) = replies_given.driven(benchmark, settings, [sample])
        noted = replies_given.noted(trial.sample.fields["annotations"])
        assert {name for reply in noted for name in reply.readings} == asked
        assert not any(reply.counts for reply in noted)  # they are ratings, and no counts


def test_the_score_is_the_sum_of_the_tests_that_are_passed():
    """Thirteen by all of three judges, and one by two of them."""
    names = list(get_benchmark("ttcw").rated_dimensions)
    replies = [reply for name in names[1:] for reply in votes(name, 1, 1, 1)]
    found = judged_by_tests("ttcw", "A story of a lamp.", {"plot": "?"}, *replies, *votes(names[0], 1, 0, 1))
    assert found.score == pytest.approx(13 + 2 / 3)
    without = judged_by_tests("ttcw", "A story of a lamp.", {"plot": "?"}, *replies)
    assert without.failure_reason is FailureReason.UNJUDGED


def test_a_list_is_worth_the_mean_over_it():
    """A constraint has the mean of the judges; one that no judge rated is left out."""
    replies = [*votes("obeyed", 1, 0, 1, about="#1"), *votes("obeyed", 0, 0, 0, about="#2")]
    fields = {"instruction": "?", "constraints": ["One.", "Two.", "Three."]}
    assert judged_by_tests("cs4", "A story of a lamp.", fields, *replies).score == pytest.approx((2 / 3 + 0) / 2)
    assert judged_by_tests("cs4", "A story of a lamp.", fields).failure_reason is FailureReason.UNJUDGED


def test_formulas_are_plausible_where_no_prose_is_asked_for():
    """They have no words."""
    formula = r"$x^2+y^2=z^2 \\implies x^2=z^2-y^2=(z-y)(z+y)$"
    fields, replies = {"problem": "?", "solutions": "1. 9"}, [*votes("correct", 1), *votes("novel", 1)]
    assert judged_by_tests("creative_math", formula, fields, *replies).score == 1


def test_a_table_may_name_an_item_by_several_columns():
    """And a list of texts becomes one text, numbered."""
    items = {item.id: item for item in get_benchmark("creative_math").items(math_settings())}
    assert len(items) == 200
    assert items["1992_AJHSME_Problems/25"].fields["solutions"].startswith("1. 1)Model the amount")
    several = next(item.fields["solutions"] for item in items.values() if "\n\n2. " in item.fields["solutions"])
    assert several.startswith("1. ")


def math_settings():
    """The usual ones."""
    return get_benchmark("creative_math").settings_type(protocol="ye2024")


def test_items_of_a_file_that_is_no_table_are_found_by_their_pattern(monkeypatch, tmp_path):
    """In the file's order and numbered by it; the draw that is shipped has the same ids."""
    fables, line = get_benchmark("fables"), json.dumps([{"prompt_type": "system_prompt", "content": "Tell fables."}])
    shipped = fables.table("draw")[:2]
    asked = [fables.render("fable", **fields).text for fields in shipped]
    lines = [line, *(json.dumps([{"content": text}]) for text in asked)]
    (tmp_path / "prompts").write_text("\n".join(lines), "utf-8")
    monkeypatch.setattr(rated_benchmark, "require_source", lambda *_: tmp_path / "prompts")
    found = fables.table("official")
    assert found == [{**fields, "id": f"official-{number}"} for number, fields in enumerate(shipped, 1)]


@pytest.mark.parametrize(
    ("name", "items", "otherwise"), [("fables", "official", "draw"), ("live_idea_bench", "official", "own")]
)
def test_who_lacks_a_file_of_items_reads_which_ones_are_here(name, items, otherwise):
    """Those that the card names first."""
    with pytest.raises(FileProblem, match=rf"the items '{items}'.* or use the items {otherwise}$"):
        get_benchmark(name).table(items)
