"""Open answers rated as a whole: what is asked, what a rating is worth, and three benchmarks that are little else."""

import json
import math
import re

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from hypothesis import given
from hypothesis import strategies as st
from support import given as replies_given
from support import helm
from support.judged import judge_reply
from support.server import ChatServer, reply

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.baselines.lexical_judge import reply_to
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
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


def test_an_answer_is_worth_the_mean_of_its_ratings():
    """(20 + 31 + 45) / 3 = 32; a missing rating is in no mean."""
    full, part = scored(rated("Two words.", *replies(20, 31, 45)), rated("one", *replies(20, "unparsable", 45)))
    assert (full.score, full.submetrics) == (32, {"creativity": 32, "words": 2})
    assert part.score == 32.5


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (rated(""), FailureReason.EMPTY),
        (rated("<think>Hm.</think>"), FailureReason.EMPTY),
        (rated(REFUSAL, *replies(50)), FailureReason.REFUSED),
        (rated("As if", *replies(50), finish_reason="length"), FailureReason.TRUNCATED),
        (rated("An answer.", *replies("failed", "unparsable")), FailureReason.UNJUDGED),
        (rated("An answer."), FailureReason.UNJUDGED),
    ],
)
def test_what_cannot_be_scored_has_a_reason(row, reason):
    """Whatever its rating may be, and never a number."""
    (sample_score,) = scored(row)
    assert (sample_score.score, sample_score.failure_reason, sample_score.submetrics["creativity"]) == (
        None,
        reason,
        None,
    )


def test_given_ratings_are_of_answers_whatever_these_look_like():
    """What people rated was an answer to them; an empty one is none."""
    given_to = [
        Sample(Response(text), {"ratings": {"creativity": [25.0]}}) for text in ("I can't breathe", REFUSAL, " ")
    ]
    assert [(sample_score.score, sample_score.failure_reason) for sample_score in scored(*given_to)] == [
        (25, None),
        (25, None),
        (None, FailureReason.EMPTY),
    ]


@given(st.lists(st.lists(st.integers(10, 50), min_size=1, max_size=4), min_size=1, max_size=5))
def test_scores_follow_their_ratings(ratings):
    """On the scale, in their order, and each answer for itself."""
    together = [sample_score.score for sample_score in scored(*(rated("x", *replies(*some)) for some in ratings))]
    for score, some in zip(together, ratings, strict=True):
        assert min(some) - 1e-9 <= score <= max(some) + 1e-9
        assert math.isclose(score, sum(some) / len(some))
        (higher,) = scored(rated("x", *replies(*[min(rating + 1, 50) for rating in some])))
        assert higher.score >= score


def test_a_run_says_what_its_judges_did():
    """Three ratings of four came."""
    rows = [rated("a", *replies(20, "failed")), rated("b", *replies(20, 30))]
    stats = run_of(*rows).of_run
    assert (stats["judge_coverage"], stats["judge_calls"], stats["judge_failures"]) == (0.75, 4, 1)


def test_judges_read_task_and_response_and_the_papers_sentence():
    """And answer with one number, on a scale from 10 to 50."""
    question = CREATIVITY.question(task="Name a use.", response='A "door {stop}".')
    assert question.system == ""
    assert question.rated == ('A "door {stop}".',)
    assert "A creative response is novel and effective." in question.user
    assert "\nName a use.\n" in question.user
    assert '\nA "door {stop}".\n' in question.user
    assert read_one(CREATIVITY, Response("34", "stop"), ())["creativity"].value == 34
    assert read_one(CREATIVITY, Response("9", "stop"), ())["creativity"].missing is MissingReason.OUT_OF_RANGE
    assert read_one(CREATIVITY, Response("34.5", "stop"), ())["creativity"].missing is MissingReason.OFF_SCALE
    echo = read_one(CREATIVITY, Response("I rate 50", "stop"), ("I rate 50",))["creativity"]
    assert echo.value is None


@given(st.text(min_size=1), st.text(min_size=1))
def test_the_lexical_judge_always_rates_on_the_scale(task, response):
    """Whatever stands in the question."""
    rating = reply_to(CREATIVITY, CREATIVITY.question(task=task, response=response).user)
    assert rating is not None
    assert 10 <= int(rating) <= 50


def test_the_lexical_judge_knows_its_question_only():
    """And has something to say of what it reads."""
    assert reply_to(CREATIVITY, "What is creative?") is None
    plain = reply_to(CREATIVITY, CREATIVITY.question(task="t", response="It is a big red car.").user)
    odd = reply_to(
        CREATIVITY,
        CREATIVITY.question(task="t", response="Perpendicular daydreams rehearse tomorrow's archipelago.").user,
    )
    assert int(plain) < int(odd)


def test_a_mean_is_of_values():
    """Without any it is None, not 0; no rounding adds up: ten tenths are one, which left to right they are not."""
    assert mean_or_none([]) is None
    assert mean_or_none([0.0, 1.0]) == 0.5
    assert mean_or_none([0.1] * 10) == 0.1


@pytest.mark.parametrize("name", BENCHMARKS)
def test_items_are_whole(name):
    """Eighteen, six of each of three kinds, every field a text, no two alike, and each prompt holds its item."""
    benchmark = get_benchmark(name)
    entries = benchmark.entries
    prompts = [item.prompt.text for item in benchmark.items(benchmark.settings_type(prompts="own"))]
    ids = [entry["id"] for entry in entries]
    assert len(set(ids)) == len(ids) == len(prompts) == len(set(prompts)) == 18
    assert ids == sorted(ids)
    kinds = [entry["kind"] for entry in entries]
    assert {kinds.count(kind) for kind in kinds} == {6}
    assert len(set(kinds)) == 3
    for entry, prompt in zip(entries, prompts, strict=True):
        assert entry["id"].startswith(entry["kind"] + "-")
        texts = [value for key, value in entry.items() if key not in ("id", "kind")]
        assert all(isinstance(text, str) and text == text.strip() and text for text in texts)
        assert all(text in prompt for text in texts)
        assert not re.search(r"creativ|original|effective|\bnovel\b", prompt, re.IGNORECASE)


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("name", BENCHMARKS)
def test_baselines_answer_every_item(name, strategy):
    """With a text about nouns, another one for another seed, and nothing to a foreign prompt."""
    benchmark = get_benchmark(name)
    for item in list(benchmark.items(benchmark.settings_type(prompts="own")))[::6]:
        first, second = (
            baseline_response(benchmark, item.prompt.text, CHOOSERS["random"]("builtin", seed)) for seed in (1, 2)
        )
        assert first != second
        assert len(baseline_response(benchmark, item.prompt.text, CHOOSERS[strategy]("builtin", 1)).split()) > 3
    assert baseline_response(benchmark, "Name ten nouns.", CHOOSERS[strategy]("builtin", 1)) is None


def spec(name, **arguments):
    return get_run_spec_function(f"creativity_{name}")(**{"judges": LEXICAL, "prompts": "own", **arguments})


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_name_shows_the_settings(name):
    """Judges by their short names, everything else only where it is not as usual."""
    benchmark = f"creativity_{name}:protocol=agc2026,prompts=own,judges=lexical-judge-6c2f57be,design=all"
    assert spec(name).name == f"{benchmark},temp=1"
    changed = spec(name, judge_temp=1, instruction="creative", temp=0.5, max_tokens=99)
    assert changed.name == f"{benchmark},judge_temp=1,instruction=creative,temp=0.5,max_tokens=99"
    assert spec(name).adapter_spec.num_trials == 3


@pytest.mark.parametrize("name", BENCHMARKS)
def test_what_is_wrong_is_reported_at_once(name):
    """Before any request."""
    with pytest.raises(
        BadArguments, match=r"temp must be .*; judges must name one or more deployments .*; design must be all"
    ):
        spec(name, judges="", design="some", temp=9)
    with pytest.raises(
        BadArguments, match=r"there is no argument 'items'.*; there are protocol, .*judges, design, seed"
    ):
        spec(name, items="own")
    with pytest.raises(BadArguments, match="protocol must be one of agc2026, got 'cap'"):
        spec(name, protocol="cap")


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_key_holds_prompts_and_judges(name):
    """Another panel is another key."""
    args = spec(name).metric_specs[0].args
    assert "\n" not in args["comparable"]
    for part in (f"judges:{LEXICAL}", "design:all", "judge_temp:0", "protocol:agc2026"):
        assert f"|{part}|" in f"|{args['comparable']}|"
    assert re.search(r"\|rubric:\S*\w{12}", args["comparable"])
    other = spec(name, judge_temp=1).metric_specs[0].args
    assert other["comparable"] != args["comparable"]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_ratings_of_people_are_scored(name, tmp_path):
    """By ``helm-creativity score``: a cell or a list; with the response where there is one."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [{"creativity": [20, 30]}, {"creativity": 41, "response": "A thought."}, {"creativity": 41, "response": ""}]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["score", name, str(source), "--out", str(target)]) == 0
    first, second, third = map(json.loads, target.read_text().splitlines())
    assert (first["score"], second["score"], second["words"]) == (25, 41, 2)
    assert (third["score"], third["failure_reason"]) == (None, "empty")
    assert (first["creativity"], first["given_creativity"]) == (25, [20, 30])
    assert (third["creativity"], third["given_creativity"]) == (None, 41)
    assert "given_creativity" not in second
    assert "|judges:from a file" in first["comparable"]


def sample_of(record):
    """What a row of a file of ratings says."""
    benchmark = get_benchmark("metaphor")
    return sample_in_row(benchmark, record, benchmark.settings_type())


@pytest.mark.parametrize("cell", [None, "", " "])
def test_a_response_without_ratings_is_unjudged(cell):
    """And does not keep the other rows of its file from being scored; one that says nothing is empty."""
    rows = [sample_of({"response": text, "creativity": cell}) for text in ("A thought.", "")]
    rows.append(sample_of({"response": "A thought.", "creativity": "20"}))
    sample_scores = scored(*rows, sample_of({"response": "No column."}))
    assert [sample_score.score for sample_score in sample_scores] == [None, None, 20, None]
    assert [sample_score.failure_reason for sample_score in sample_scores] == [
        FailureReason.UNJUDGED,
        FailureReason.EMPTY,
        None,
        FailureReason.UNJUDGED,
    ]
    assert sample_scores[0].submetrics["words"] == 2


def test_rows_without_anything_are_refused():
    """The line says what was expected."""
    for row in ({}, {"creativity": ""}, {"creativity": [None, None]}, {"response": None, "creativity": "NA"}):
        with pytest.raises(BadArguments, match="expected a field response, or creativity with a rating, got"):
            sample_of(row)
    for row in ({"response": None, "creativity": 9}, {"response": "A thought.", "creativity": 9}):
        with pytest.raises(
            BadArguments, match="expected creativity as a rating from 10 to 50, or a list of them, got 9"
        ):
            sample_of(row)
    with pytest.raises(BadArguments, match="expected a text in the field response, got 7"):
        sample_of({"response": 7, "creativity": 20})


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


@pytest.mark.commands
def test_all_three_run_with_judges_that_fail(tmp_path):
    """One judge rates, one babbles: half of the ratings come, none of the failures becomes a number."""

    def good(call):
        return reply("Score: 34" if "from 10 to 50" in call.prompt else "Like a river, said the bank.")

    behaviours = {
        "good": good,
        "babbles": lambda call: reply("Who am I to say?"),
        "model": lambda call: reply("Like a river, said the bank."),
        "refuses": lambda call: reply(REFUSAL),
        "cut": lambda call: reply("Like a ri", "length"),
    }
    settings = "prompts=own,judges=fake/good+fake/babbles,max_eval_instances=2,num_trials=1,model=text"
    with ChatServer(behaviours) as server:
        models = helm.deployments(tmp_path, server.url, list(behaviours))
        entries = [f"creativity_{name}:{settings}" for name in BENCHMARKS]
        helm.run(tmp_path, entries, models=[name for name in models if name[5:] in ("model", "refuses", "cut")])
        judged = [body["messages"] for body in server.bodies if body["model"] == "good"]
    # Of three models only one has answers for judges: two items of each of three benchmarks.
    assert len(judged) == 6
    for name in BENCHMARKS:
        stats = _stats(tmp_path, name, "model")
        assert (stats["score"], stats["score_se"], stats["judge_coverage"]) == (34, 0, 0.5)
        refused, cut = (_stats(tmp_path, name, model) for model in ("refuses", "cut"))
        assert (refused["refusal_rate"], cut["truncation_rate"]) == (1, 1)
        assert "score" not in refused
        assert "score" not in cut
        assert refused["score_failures_as_zero"] == 0


def _stats(folder, name, model):
    (run,) = (folder / "runs" / "s").glob(f"creativity_{name}:*model=fake_{model}*")
    return {stat["name"]["name"]: stat["mean"] for stat in json.loads((run / "stats.json").read_text())}
