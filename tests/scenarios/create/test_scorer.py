"""From responses, and what judges or a file say of their paths, to scores of responses and of a run, by hand."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from support import given as replies
from support.create import (
    LOST,
    TARGET,
    given,
    judged_response,
    labelled,
    row,
    scorer,
    sized,
    stated,
    via,
)
from support.judges import REFUSAL
from support.replies import read_rows

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, Trial, drive, missing
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.judges.drivers import make_annotation
from helm_creativity.scenarios.create.benchmark import PROTOCOLS
from helm_creativity.scenarios.create.parse import pool_paths
from helm_creativity.scenarios.create.scoring import compared_texts, rank
from helm_creativity.scenarios.create.vectors import PathSpace

CREATE = get_benchmark("create")
PAPER, CODE = PROTOCOLS
THREE = [via("alder"), via("birch"), via("cedar")]
ALDER, FAILED = stated(via("alder")), Response("", failed=True)
TRACES = ("trace_entities", "trace_relations", "trace_distinct_entities", "trace_distinct_relations")
approx = pytest.approx


def judged(*qualities, by_program=False):
    """One judge's ratings of paths of two triples, whose second class is small."""
    sizes = {5: 5, 4: 50, 3: 200}
    return [
        reply
        for number, quality in enumerate(qualities, start=1)
        for reply in (sized("j/a", number, (sizes[quality], 1)), labelled("j/a", number, (1, 1), by_program))
    ]


@pytest.fixture
def scored(stops):
    """The outcome of one row."""
    return lambda one, protocol=PAPER, **settings: scorer(protocol, stops, **settings).score([one])[0]


def ranked(one, embedding, protocol=PAPER):
    """The ranking of a row's paths."""
    answer = judged_response(one, protocol)
    return rank(answer, PathSpace(load_embeddings(embedding), compared_texts(answer)), PROTOCOLS[protocol].by_program)


def numbers(found, *names):
    return [found.submetrics[name] for name in names]


def test_a_panel_by_hand():
    """Each judge's least score, then the mean: (1 + 3) / 2, not that of mean sizes; facts by majority, not by half."""
    path = via("alder", "birch")
    panel = [sized("a", 1, (5, 50, 5000)), labelled("a", 1, (1, 1, 1)), sized("b", 1, (400, 5, 5))]
    (found,) = judged_response(row([path], [*panel, labelled("b", 1, (1, 0, 1))])).paths
    assert (found.specificity, found.factual_share) == (2, approx(2 / 3))
    assert (found.quality(), found.quality(0.5), found.judged) == (0, 2, True)
    # Ratings of another number of triples are of another path.
    (found,) = judged_response(row([path], [sized("a", 1, (5, 5)), labelled("a", 1, (1,) * 4)])).paths
    assert (found.specificity, found.factual_share) == (None, None)


def test_the_order_by_hand(stops, far_stops):
    """Quality 5, 4, 3; alder and birch .5 apart, cedar 1 from both: 5, then 3 · 1 before 4 · .5, whose gain stays 2."""
    found = ranked(given(THREE, [5, 4, 3], [1, 1, 1]), stops)
    assert (found.order, found.gains, found.score) == ((0, 2, 1), approx((5, 3, 2)), approx(9.32))
    patience = {50: 7, 60: 7.52, 70: 8.08, 80: 8.68, 90: 9.32, 100: 10, "area": 5 + 3 / 2 + 2 / 3}  # 5 + 3 γ + 2 γ²
    expected = {f"utility_patience_{at}": utility for at, utility in patience.items()}
    expected |= {f"utility_factuality_{at}": 9.32 for at in (0, 25, 50, 75, 100, "area")}
    others = {"max_quality": 5, "pairwise_distance": 2.5 / 3, "n_paths": 3, "factual_triples": 1}
    assert found.submetrics == approx(expected | others)
    # An ensemble is the mean of distances: alder and birch (.5 + 1) / 2, not the distance of a mean angle.
    assert ranked(given(THREE, [5, 4, 3], [1, 1, 1]), f"{stops}+{far_stops}").gains == approx((5, 3, 3))
    # Half of elder's triples are facts. Up to t = .5 its 2 · 1 ties with birch's 4 · .5.
    found = ranked(given([*THREE, via("elder")], [5, 4, 3, 2], [1, 1, 1, 0.5]), stops)
    low = 9.32 + 0.729 * 2
    assert found.details["factuality_curve"] == approx([low] * 11 + [9.32] * 10)
    shares = [f"utility_factuality_{share}" for share in ("0", "25", "50", "75", "100", "area")]
    assert numbers(found, *shares) == approx([low] * 3 + [9.32] * 2 + [(low + 9.32) / 2])
    assert numbers(found, "factual_triples", "n_paths") == approx([3.5 / 4, 3])


@pytest.mark.parametrize(("protocol", "worth", "discount"), [(PAPER, 0.0, 0.9), (CODE, 1.0, 1)])
@pytest.mark.parametrize("case", [([], [], []), ([via(start="Nobody")], [5], [1]), (THREE[:2], [5, 4], [0.5, 0])])
def test_without_a_valid_and_factual_path(stops, protocol, worth, discount, case):
    """0 by the paper, 1 by the program, at every patience; nothing is None that is known."""
    found = ranked(given(*case), stops, protocol)
    assert (found.score, found.order, found.gains, found.n_unjudged) == (worth, (), (), 0)
    assert {found.submetrics[f"utility_patience_{patience}"] for patience in (50, 100, "area")} == {worth}
    names = ("max_quality", "n_paths", "pairwise_distance", "utility_factuality_100")
    assert numbers(found, *names) == [0, 0, None, worth]
    if len(case[0]) == 2:
        assert numbers(found, "factual_triples", "utility_factuality_0") == approx([0.25, 5 + discount * 2])


STOPS = st.lists(st.sampled_from(["alder", "birch", "cedar", "dogwood", "elder"]), max_size=6)


@pytest.mark.usefixtures("stops")
@drawn(STOPS, st.data())
def test_laws_of_any_answer(names, data):
    n = len(names)
    quality = data.draw(st.lists(st.none() | st.integers(1, 5), min_size=n, max_size=n))
    factual = data.draw(st.lists(st.none() | st.sampled_from([0, 0.5, 1]), min_size=n, max_size=n))
    found = ranked(given([via(name) for name in names], quality, factual), "stops")
    valid = [place for place in range(n) if names.index(names[place]) == place]
    known = [i for i in valid if factual[i] is not None and (factual[i] < 1 or quality[i] is not None)]
    assert found.n_unjudged == len(valid) - len(known)
    assert (found.score is None) == (2 * len(known) < len(valid))
    if found.score is not None:
        best = sorted((quality[i] for i in known if factual[i] == 1), reverse=True)
        assert sorted(quality[i] for i in found.order) == best[::-1]
        assert found.submetrics["max_quality"] == (best[0] if best else 0) <= found.score
        assert found.score <= sum(value * 0.9**i for i, value in enumerate(best)) + 1e-9


def test_an_answer_by_hand(scored):
    """Every kind of path is counted, and judgements go by the place of a path among all."""
    broken = (*via("elder")[:1], via("birch")[1]._replace(relation="field of work"))
    wrong = [via("elder", end="doctor"), via("elder", start="Lord Byron"), broken, via("alder")]
    text = stated(wrong[0], *THREE, *wrong[1:], via("alder", "Ada Lovelace", "alder"), [["no", "path"]])
    ratings = [replace(reply, about=f"#{int(reply.about[1:]) + 1}") for reply in judged(5, 4, 3)]
    found = scored(row(text, ratings))
    assert (found.score, found.failure_reason) == (approx(9.32), None)
    faults = ["wrong_start", "wrong_relation", "wrong_end", "broken", "repeated_triple", "duplicate", "malformed"]
    counts = {"n_paths": 3, "valid_paths": 3, "stated_paths": 9, "unjudged_paths": 0, "answer_tokens": len(text) / 4}
    assert {name: found.submetrics[name] for name in counts} == counts
    assert numbers(found, *(f"paths_{fault}" for fault in faults)) == [1] * 7
    assert found.details["path_faults"] == [
        *(["wrong_end"], [], [], [], ["wrong_start"], ["wrong_relation", "broken"], ["duplicate"], ["repeated_triple"])
    ]
    assert found.details["stated"][1] == [["Ada Lovelace", "knows", "alder"], ["alder", "occupation", "engineer"]]
    assert found.details["path_specificity"] == [None, 5, 4, 3, *[None] * 4]
    assert found.details["path_factual_share"] == [None, 1, 1, 1, *[None] * 4]
    assert (found.details["greedy_order"], found.details["gains"]) == ([1, 3, 2], approx([5, 3, 2]))


def test_the_program_by_hand(scored):
    """What joins counts wherever it leads, also twice; the last triple, whose class is large, does not count there."""
    found = scored(row(stated(*THREE, via("alder", end="doctor")), judged(5, 4, 3, 5, by_program=True)), CODE)
    assert (found.score, found.details["greedy_order"]) == (approx(9.8), [0, 2, 1, 3])
    assert numbers(found, "n_paths", "paths_wrong_end", "paths_duplicate") == [4, 0, 0]
    large = [[sized("j/a", 1, (5, 9000)), labelled("j/a", 1, (1, 1), by_program)] for by_program in (False, True)]
    found = [scored(row(ALDER, its), protocol).score for its, protocol in zip(large, PROTOCOLS, strict=True)]
    assert found == [1, 5]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_no_judge_rated_is_unjudged(scored, protocol):
    """Not 0; half of the paths are enough, one of three is not; and where asking broke off there may be more."""
    some = [[], judged(5, 4, 3)[::2], [sized("j/a", 1, MissingReason.FAILED)]]
    found = [scored(row(stated(*THREE), ratings), protocol) for ratings in some]
    names = ("valid_paths", "unjudged_paths", "n_paths", "max_quality", "utility_patience_90")
    assert [(one.score, *numbers(one, *names)) for one in found] == [(None, 3, 3, None, None, None)] * 3
    ratings = judged(5, by_program=protocol == CODE)
    assert [scored(row(stated(*THREE[:n]), ratings), protocol).score for n in (1, 2, 3)] == [5, 5, None]
    outcomes, three = [], stated(*THREE)
    for text, form in ((three, "original"), (three, "iterative"), ("<answer>{}</answer>", "iterative")):
        one = row(text)
        one.fields["annotations"] = {FOLLOW_UPS: make_annotation((), (), "KeyError: 'query'")}
        found = scored(one, protocol, form=form)
        outcomes.append((found.score, found.failure_reason, found.submetrics["valid_paths"]))
    assert outcomes == [(None, FailureReason.UNJUDGED, 3), *[(None, FailureReason.FAILED, None)] * 2]


@pytest.mark.parametrize(
    ("answers", "reason", "n"),
    [
        ([Response("<answer>{", "length")], "truncated", 0),
        *[(["", REFUSAL, ""], "empty", 0), (["", REFUSAL, FAILED], "failed", 0), ([REFUSAL, ""], "refused", 0)],
        *[(["", ALDER, ALDER], None, 2), ([ALDER, FAILED], "failed", 1), (["", "<answer>{}</answer>"], None, 0)],
        ([ALDER, Response("", "content_filter", failed=True)], None, 1),
    ],
)
def test_answers_that_are_pooled(answers, reason, n):
    """One that failed fails all; else all must be unreadable, for the reason of the first. No path is an answer."""
    responses = [text if isinstance(text, Response) else Response(text, "stop") for text in answers]
    found = pool_paths(responses, TARGET, PROTOCOLS[PAPER].faults)
    assert (found.failure_reason, len(found.paths)) == (reason, n)
    assert [len(faults) for faults in found.faults] == [0, 1][:n]
    assert len(found.reasons) == len(answers)


def test_a_run_by_hand(stops):
    """Mean over answers; failures are left out, and count 0 where failures do, unjudged ones nowhere."""
    by_paper = scorer(PAPER, stops, form="resample", responses=3)
    cut = Response(stated(via("alder"), via("cedar"), via("elder"))[:-30], "length")
    rows = [
        row(stated(*THREE[:2]), judged(5, 4, 3, 3), further=["", cut]),
        row("<answer>{}</answer>", further=["<answer>{}</answer>"] * 2),
        row(stated(*THREE), further=[FAILED, ""]),
        row(ALDER, [sized("j/a", 1, MissingReason.EMPTY), labelled("j/a", 1, (1, 1))], further=["", ""]),
    ]
    tokens = (len(stated(*THREE[:2])) + len(cut.text)) / 4
    pooled = numbers(by_paper.score(rows)[0], "stated_paths", "paths_duplicate", "cut_answers", "answer_tokens")
    assert pooled == [4, 1, 1, tokens]
    stats = replies.stats_of(CREATE, by_paper.settings, rows, by_paper.scorer, items=["a", "b", "c", "d"])
    assert (stats["score"], stats["score_failures_as_zero"]) == (approx(9.32 / 2), approx(9.32 / 3))
    assert (stats["valid_rate"], stats["failed_rate"], stats["unjudged_rate"]) == (0.5, 0.25, 0.25)
    assert (stats["further_answers"], stats["further_failed"], stats["judge_failures"]) == (8, 1, 1)
    assert (stats["valid_paths"], stats["unjudged_paths"], stats["n_paths"]) == (4 / 3, 1 / 3, 1.5)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_is_looked_up_is_a_fact_whatever_else_is_said(tmp_path, scored, protocol):
    """The first path needs no label, the second that of its last triple; specificity is asked of all.

    Neither a direction, a qualifier nor another relation is looked up.
    """
    known = ["ADA  Lovelace\tknows\talder", "alder\toccupation\tengineer", "Ada Lovelace\tknows\tbirch"]
    known += ["birch\tis\tengineer", "engineer\toccupation\tbirch", "birch (tree)\toccupation\tengineer"]
    (graph := tmp_path / "facts.tsv").write_text("\n".join(known))
    settings = CREATE.settings_type(protocol=protocol, judges="x/one+x/two", graph=str(graph), embedding="builtin")
    steps = []
    trial = Trial(row(stated(*THREE)))
    drive(CREATE.follow_up(trial, settings), lambda step: [steps.append(step), missing(step)][1])
    sizes = [("specificity", f"#{place}", 2) for place in (1, 2, 3)]
    asked = [(step.rubric.name.partition("_")[0], step.about, len(step.variables["triples"])) for step in steps]
    assert asked == [*sizes[:2], ("factuality", "#2", 1), sizes[2], ("factuality", "#3", 2)]
    judges, by_program = ("x/one", "x/two"), protocol == CODE
    ratings = [sized(judge, place, (5, 5)) for place in (1, 2, 3) for judge in judges]
    ratings += [labelled(judge, 2, (label,), by_program) for judge, label in zip(judges, (1, 0), strict=True)]
    one = row(stated(*THREE), [*ratings, *(labelled(judge, 3, (1, 1), by_program) for judge in judges)])
    found = scored(one, protocol, graph=str(graph))
    assert found.details["path_factual_share"] == [1, 0.5, 1]
    assert numbers(found, "graph_rate", "n_paths") == [3 / 6, 2]


REASONING = "Ada Lovelace worked with Charles Babbage.\nCharles Babbage knew Mary Somerville."


@pytest.mark.parametrize("parted", [True, False])
def test_judges_read_the_reasoning_wherever_it_is(scored, parted):
    """Apart from the text or in tags; the numbers are means over the judges that can be read."""

    def extracted(*counts):
        readings = [{"entities": ParsedRating(*(each[:1] or (None, LOST)))} for each in counts]
        some = enumerate(zip(readings, counts, strict=True))
        ratings = [JudgeReply(f"x/{n}", "extraction", "", reading, parts=each) for n, (reading, each) in some]
        text = ALDER if parted else f"<think>{REASONING}</think>{ALDER}"
        return numbers(scored(row(text, ratings, **({"thinking": REASONING} if parted else {})), trace=True), *TRACES)

    assert extracted((3.0, 4.0, 2.0, 3.0), (), (0.0, 0.0, 0.0, 0.0)) == [1.5, 2.0, 1.0, 1.5]
    assert extracted(())[0] is None


@pytest.mark.parametrize("case", read_rows(Path(__file__).with_name("rated_rows.jsonl")))
def test_rows_of_a_file(scored, case):
    """Lists, objects, JSON, an answer in the place of paths; judgements as people type them, or none."""
    settings = CREATE.settings_type(protocol=PAPER, embedding="builtin")
    found = scored(sample_in_row(CREATE, case["row"], settings))
    assert (found.score, found.failure_reason) == (case["score"] and approx(case["score"]), case["reason"])
