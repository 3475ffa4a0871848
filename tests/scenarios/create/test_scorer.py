"""From responses, and what judges or a file say of their paths, to scores of responses and of a run, by hand."""

import json
from dataclasses import replace

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
    replayed_response,
    row,
    scorer,
    sized,
    stated,
    via,
)
from support.judges import REFUSAL

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, Trial, drive, missing
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.judges.drivers import make_annotation
from helm_creativity.scenarios.create.benchmark import PROTOCOLS
from helm_creativity.scenarios.create.graph import read_graph
from helm_creativity.scenarios.create.parse import pool_paths
from helm_creativity.scenarios.create.paths import Triple
from helm_creativity.scenarios.create.scoring import compared_texts, rank
from helm_creativity.scenarios.create.vectors import PathSpace

CREATE = get_benchmark("create")
PAPER, CODE = PROTOCOLS
THREE = [via("alder"), via("birch"), via("cedar")]
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


@pytest.fixture
def ranked(stops):
    """The ranking of a row's paths."""

    def of(one, protocol=PAPER, embedding=stops):
        answer = judged_response(one, protocol)
        space = PathSpace(load_embeddings(embedding), compared_texts(answer))
        return rank(answer, space, PROTOCOLS[protocol].by_program)

    return of


def test_a_panel_by_hand():
    """Each judge's least score, then the mean: (1 + 3) / 2, not that of mean sizes; facts by majority, not by half."""
    path = via("alder", "birch")
    panel = [sized("a", 1, (5, 50, 5000)), labelled("a", 1, (1, 1, 1)), sized("b", 1, (400, 5, 5))]
    (found,) = judged_response(row([path], [*panel, labelled("b", 1, (1, 0, 1))])).paths
    assert (found.specificity, found.factual_share) == (2, approx(2 / 3))
    assert (found.quality(), found.quality(0.5), found.judged) == (0, 2, True)
    # Ratings of another number of triples are of another path.
    (found,) = judged_response(row([path], [sized("a", 1, (5, 5)), labelled("a", 1, (1,) * 4)])).paths
    assert (found.specificity, found.factual_share, found.sizes, found.labels) == (None, None, (), ())


@pytest.mark.parametrize(
    ("sizes", "labels", "quality", "at_zero"),
    [
        (LOST, LOST, None, None),
        ((5, 5), LOST, None, None),
        (LOST, (1, 1), None, None),
        (LOST, (1, 0), 0, None),
        ((5, 5), (0, 0), 0, 5),
    ],
)
def test_what_quality_needs(sizes, labels, quality, at_zero):
    """A path that is no fact is worth 0 however specific; else both judgements, or it is not known."""
    (found,) = judged_response(row([via("alder")], [sized("a", 1, sizes), labelled("a", 1, labels)])).paths
    assert (found.quality(), found.quality(0.0)) == (quality, at_zero)
    assert found.judged == (LOST not in (sizes, labels))


def test_the_order_by_hand(ranked, stops, far_stops):
    """Quality 5, 4, 3; alder and birch .5 apart, cedar 1 from both: 5, then 3 · 1 before 4 · .5, whose gain stays 2."""
    found = ranked(given(THREE, [5, 4, 3], [1, 1, 1]))
    assert (found.order, found.gains, found.score) == ((0, 2, 1), approx((5, 3, 2)), approx(5 + 0.9 * 3 + 0.81 * 2))
    patiences = {50: 7, 60: 7.52, 70: 8.08, 80: 8.68, 90: 9.32, 100: 10}  # 5 + 3 γ + 2 γ²
    assert found.submetrics == approx(
        {
            **{f"utility_patience_{patience}": utility for patience, utility in patiences.items()},
            **{f"utility_factuality_{share}": 9.32 for share in (0, 25, 50, 75, 100)},
            "utility_patience_area": 5 + 3 / 2 + 2 / 3,
            "utility_factuality_area": 9.32,
            "max_quality": 5,
            "pairwise_distance": (0.5 + 1 + 1) / 3,
            "n_paths": 3,
            "factual_triples": 1,
        }
    )
    # An ensemble is the mean of distances: alder and birch (.5 + 1) / 2, not the distance of a mean angle.
    both = ranked(given(THREE, [5, 4, 3], [1, 1, 1]), embedding=f"{stops}+{far_stops}")
    assert both.gains == approx((5, 3, 3))


def test_facts_by_hand(ranked):
    """Half of elder's triples are facts. Up to t = .5 its 2 · 1 ties with birch's 4 · .5."""
    found = ranked(given([*THREE, via("elder")], [5, 4, 3, 2], [1, 1, 1, 0.5]))
    low = 9.32 + 0.729 * 2
    assert found.details["factuality_curve"] == approx([low] * 11 + [9.32] * 10)
    shares = ("0", "25", "50", "75", "100", "area")
    expected = [low] * 3 + [9.32] * 2 + [(low + 9.32) / 2]
    assert [found.submetrics[f"utility_factuality_{share}"] for share in shares] == approx(expected)
    assert (found.submetrics["factual_triples"], found.submetrics["n_paths"]) == (approx(3.5 / 4), 3)


@pytest.mark.parametrize(("protocol", "worth", "discount"), [(PAPER, 0.0, 0.9), (CODE, 1.0, 1)])
def test_without_a_valid_and_factual_path(ranked, protocol, worth, discount):
    """0 by the paper, 1 by the program, at every patience; nothing is None that is known."""
    for paths, quality, factual in (([], [], []), ([via(start="Nobody")], [5], [1]), (THREE[:2], [5, 4], [0.5, 0])):
        found = ranked(given(paths, quality, factual), protocol)
        assert (found.score, found.order, found.gains, found.n_unjudged) == (worth, (), (), 0)
        assert {found.submetrics[f"utility_patience_{patience}"] for patience in (50, 100, "area")} == {worth}
        names = ("max_quality", "n_paths", "pairwise_distance", "utility_factuality_100")
        assert [found.submetrics[name] for name in names] == [0, 0, None, worth]
    assert found.submetrics["factual_triples"] == 0.25
    assert found.submetrics["utility_factuality_0"] == approx(5 + discount * 2)


STOPS = st.lists(st.sampled_from(["alder", "birch", "cedar", "dogwood", "elder"]), max_size=6)


@pytest.mark.usefixtures("stops")
@drawn(STOPS, st.data())
def test_laws_of_any_answer(names, data):
    n = len(names)
    quality = data.draw(st.lists(st.none() | st.integers(1, 5), min_size=n, max_size=n))
    factual = data.draw(st.lists(st.none() | st.sampled_from([0, 0.5, 1]), min_size=n, max_size=n))
    answer = judged_response(given([via(name) for name in names], quality, factual))
    found = rank(answer, PathSpace(load_embeddings("stops"), compared_texts(answer)), by_program=False)
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
    traces = ("trace_entities", "trace_relations", "trace_distinct_entities", "trace_distinct_relations")
    others = {name: found.submetrics[name] for name in found.submetrics if not name.startswith("utility")}
    assert others == {
        "max_quality": 5,
        "pairwise_distance": approx(2.5 / 3),
        "n_paths": 3,
        "valid_paths": 3,
        "stated_paths": 9,
        "unjudged_paths": 0,
        "factual_triples": 1,
        "cut_answers": 0,
        "answer_tokens": len(text) / 4,
        **{f"paths_{fault}": 1 for fault in faults},
        **dict.fromkeys(["graph_rate", *traces]),
    }
    found_faults = ["wrong_end"], [], [], [], ["wrong_start"], ["wrong_relation", "broken"], ["duplicate"]
    assert found.details["path_faults"] == [*found_faults, ["repeated_triple"]]
    assert found.details["stated"][1] == [["Ada Lovelace", "knows", "alder"], ["alder", "occupation", "engineer"]]
    assert found.details["path_specificity"] == [None, 5, 4, 3, *[None] * 4]
    assert found.details["path_factual_share"] == [None, 1, 1, 1, *[None] * 4]
    assert (found.details["greedy_order"], found.details["gains"]) == ([1, 3, 2], approx([5, 3, 2]))


def test_the_program_by_hand(scored):
    """What joins counts wherever it leads, also twice; the last triple, whose class is large, does not count there."""
    text = stated(*THREE, via("alder", end="doctor"))
    found = scored(row(text, judged(5, 4, 3, 5, by_program=True)), CODE)
    assert (found.score, found.details["greedy_order"]) == (approx(9.8), [0, 2, 1, 3])
    names = ("n_paths", "paths_wrong_end", "paths_duplicate")
    assert [found.submetrics[name] for name in names] == [4, 0, 0]
    for protocol, score in ((CODE, 5), (PAPER, 1)):
        large = [sized("j/a", 1, (5, 9000)), labelled("j/a", 1, (1, 1), by_program=protocol == CODE)]
        assert scored(row(stated(via("alder")), large), protocol).score == score


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_no_judge_rated_is_unjudged(scored, protocol):
    """Not 0; half of the paths are enough, one of three is not; and where asking broke off there may be more."""
    for ratings in ([], judged(5, 4, 3)[::2], [sized("j/a", 1, MissingReason.FAILED)]):
        found = scored(row(stated(*THREE), ratings), protocol)
        assert (found.score, found.failure_reason) == (None, FailureReason.UNJUDGED)
        names = ("valid_paths", "unjudged_paths", "n_paths", "max_quality", "utility_patience_90")
        assert [found.submetrics[name] for name in names] == [3, 3, None, None, None]
    ratings = judged(5, by_program=protocol == CODE)
    assert [scored(row(stated(*THREE[:n]), ratings), protocol).score for n in (1, 2, 3)] == [5, 5, None]
    for text, form, reason, valid in (
        (stated(*THREE), "original", FailureReason.UNJUDGED, 3),
        (stated(*THREE), "iterative", FailureReason.FAILED, None),
        ("<answer>{}</answer>", "iterative", FailureReason.FAILED, None),
    ):
        one = row(text)
        one.fields["annotations"] = {FOLLOW_UPS: make_annotation((), (), "KeyError: 'query'")}
        found = scored(one, protocol, form=form)
        assert (found.score, found.failure_reason, found.submetrics["valid_paths"]) == (None, reason, valid)


ALDER, FAILED = stated(via("alder")), Response("", failed=True)


@pytest.mark.parametrize(
    ("answers", "reason", "n"),
    [
        ([Response("<answer>{", "length")], "truncated", 0),
        (["", REFUSAL, ""], "empty", 0),
        (["", REFUSAL, FAILED], "failed", 0),
        ([REFUSAL, ""], "refused", 0),
        (["", ALDER, ALDER], None, 2),
        ([ALDER, FAILED], "failed", 1),
        ([ALDER, Response("", "content_filter", failed=True)], None, 1),
        (["", "<answer>{}</answer>"], None, 0),
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
    pooled = by_paper.score(rows)[0].submetrics
    names = ("stated_paths", "paths_duplicate", "cut_answers", "answer_tokens")
    assert [pooled[name] for name in names] == [4, 1, 1, (len(stated(*THREE[:2])) + len(cut.text)) / 4]
    stats = replies.stats_of(CREATE, by_paper.settings, rows, by_paper.scorer, items=["a", "b", "c", "d"])
    assert (stats["score"], stats["score_failures_as_zero"]) == (approx(9.32 / 2), approx(9.32 / 3))
    assert (stats["valid_rate"], stats["failed_rate"], stats["unjudged_rate"]) == (0.5, 0.25, 0.25)
    assert (stats["further_answers"], stats["further_failed"], stats["judge_failures"]) == (8, 1, 1)
    assert (stats["valid_paths"], stats["unjudged_paths"], stats["n_paths"]) == (4 / 3, 1 / 3, 1.5)


@pytest.fixture
def graph(tmp_path):
    """A file of three facts, spelt in another way than the responses do."""
    known = ["ADA  Lovelace\tknows\talder", "alder\toccupation\tengineer", "Ada Lovelace\tknows\tbirch"]
    (path := tmp_path / "facts.tsv").write_text("\n".join(known))
    return str(path)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_judges_label_only_what_is_not_looked_up(graph, protocol):
    """Of the first path nothing, of the second its last triple, of the third all; specificity always of all."""
    steps = []

    def reply(step):
        assert isinstance(step, AskJudges)
        steps.append((step.rubric.name.partition("_")[0], step.about, len(step.variables["triples"])))
        return missing(step)

    settings = CREATE.settings_type(protocol=protocol, judges="x/one+x/two", graph=graph, embedding="builtin")
    drive(CREATE.follow_up(Trial(row(stated(*THREE))), settings), reply)
    sizes = [("specificity", f"#{place}", 2) for place in (1, 2, 3)]
    assert steps == [*sizes[:2], ("factuality", "#2", 1), sizes[2], ("factuality", "#3", 2)]
    # Neither a direction, a qualifier nor another relation is looked up.
    facts = read_graph(graph)
    assert facts.holds(Triple("ada lovelace", "Knows", "Alder"))
    for wrong in [
        ("alder", "knows", "Ada Lovelace"),
        ("Ada Lovelace (poet)", "knows", "alder"),
        ("Ada", "is", "alder"),
    ]:
        assert not facts.holds(Triple(*wrong))


def test_what_is_looked_up_is_a_fact_whatever_else_is_said(graph, scored):
    """The first path needs no label; of the second the judges' labels are about its last triple alone."""
    judges = ("x/one", "x/two")
    ratings = [sized(judge, place, (5, 5)) for place in (1, 2, 3) for judge in judges]
    ratings += [labelled("x/one", 2, (1,)), labelled("x/two", 2, (0,)), *(labelled(name, 3, (1, 1)) for name in judges)]
    found = scored(row(stated(*THREE), ratings), graph=graph)
    assert found.details["path_factual_share"] == [1, 0.5, 1]
    assert (found.submetrics["graph_rate"], found.submetrics["n_paths"]) == (3 / 6, 2)
    first, second, _ = replayed_response(row(stated(*THREE), ratings), graph=graph).found.paths
    assert (first.labels, second.labels) == (((1, 1),), ((1, 1), (1, 0)))


REASONING = "Ada Lovelace worked with Charles Babbage.\nCharles Babbage knew Mary Somerville."


@pytest.mark.parametrize("parted", [True, False])
def test_judges_read_the_reasoning_wherever_it_is(scored, parted):
    """Apart from the text or in tags; the numbers are means over the judges that can be read."""

    def extracted(*counts):
        ratings = [
            JudgeReply(
                f"x/{number}", "extraction", "", {"entities": ParsedRating(*(each[:1] or (None, LOST)))}, parts=each
            )
            for number, each in enumerate(counts)
        ]
        text = ALDER if parted else f"<think>{REASONING}</think>{ALDER}"
        return scored(row(text, ratings, **({"thinking": REASONING} if parted else {})), trace=True).submetrics

    found = extracted((3.0, 4.0, 2.0, 3.0), (), (0.0, 0.0, 0.0, 0.0))
    names = ("trace_entities", "trace_relations", "trace_distinct_entities", "trace_distinct_relations")
    assert [found[name] for name in names] == [1.5, 2.0, 1.0, 1.5]
    assert extracted(())["trace_entities"] is None


LISTS = [[list(triple) for triple in path] for path in THREE]
BARE = {**TARGET._asdict(), "paths": LISTS}
RATED = {**BARE, "quality": [5, 4, 3], "factual": [True] * 3}


@pytest.mark.parametrize(
    ("changed", "score", "reason"),
    [
        ({}, 9.32, None),
        ({"paths": [[triple._asdict() for triple in path] for path in THREE]}, 9.32, None),
        ({"paths": json.dumps(LISTS), "quality": "[5, 4, 3]", "factual": "[true, 1, 1.0]"}, 9.32, None),
        ({"paths": "", "response": stated(*THREE)}, 9.32, None),
        ({"factual": [[True, True], [1, 1], 1]}, 9.32, None),
        ({"quality": "5;4; 3", "factual": "1; yes; TRUE"}, 9.32, None),
        ({"quality": '["5", "4", "3"]', "factual": "[true, true], [yes, Yes], 1.0"}, 9.32, None),
        ({"entity_a": " ada lovelace"}, 9.32, None),
        ({"quality": [5, None, 3], "factual": "TRUE, FALSE, NA"}, 5, None),
        ({"quality": [5, None, 3], "factual": "1,'false',none"}, 5, None),
        ({"quality": [5, None, 3], "factual": [True, True, None]}, None, "unjudged"),
        ({"quality": "", "factual": None}, None, "unjudged"),
        ({"factual": " "}, None, "unjudged"),
        ({"paths": [], "quality": [], "factual": []}, 0, None),
        ({"paths": None, "quality": None, "factual": None, "response": None}, None, "empty"),
    ],
)
def test_rows_of_a_file(scored, changed, score, reason):
    """Lists, objects, JSON, an answer in the place of paths; judgements as people type them, or none."""
    settings = CREATE.settings_type(protocol=PAPER, embedding="builtin")
    found = scored(sample_in_row(CREATE, {**RATED, **changed}, settings))
    assert (found.score, found.failure_reason) == (None if score is None else approx(score), reason)
