"""What the page about one response of CREATE shows."""

from support.create import FIELDS, LOST, labelled, row, sized, stated, via
from support.create import given as judged
from support.given import driven

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import ResponsePage
from helm_creativity.scenarios.create.page import COLUMNS, build_page
from helm_creativity.scenarios.create.paths import Triple


def shown(one, protocol="wadhwa2026"):
    create = get_benchmark("create")
    settings = create.settings_type(protocol=protocol, embedding="stops", judges="j+k+l")
    (trial,) = driven(create, settings, [one])
    return ResponsePage(
        "id9", 1, (0, 1), trial.sample, "a/model", "run", {"protocol": protocol, "embedding": "stops"}, "signed"
    )


THREE = [via("alder"), via("birch"), via("cedar")]


def facts(page):
    """Numbers about the response and what stands beside them, by their titles."""
    return {title: (value, note) for title, value, note in page["facts"]}


def column(page, title):
    """The cells of a column, from above."""
    return [path.cells[list(COLUMNS).index(title)] for path in page["paths"]]


def names(page):
    """The stops of the paths, from above."""
    return [" ".join(step.tail for step in path.steps[:-1]) for path in page["paths"]]


def test_the_page_of_an_answer_by_hand(stops):
    """Quality 5, 4, 3; alder and birch .5 apart, cedar 1 from both: gains 5, 3, 2, utility 5, 7.7, 9.32."""
    page = build_page(shown(judged(THREE, [5, 4, 3], [1, 1, 1])))
    assert names(page) == ["alder", "cedar", "birch"]
    assert column(page, "Specificity") == ["5.00", "3.00", "4.00"]
    assert column(page, "Gain") == ["5.00", "3.00", "2.00"]
    assert column(page, "Utility") == ["5.00", "7.70", "9.32"]
    assert column(page, "Distance") == ["–", "1.00", "0.50"]
    assert column(page, "Place") == ["1", "3", "2"]
    assert [path.strength for path in page["paths"]] == [5, 3, 4]
    assert not any(path.remark for path in page["paths"])
    assert facts(page) == {
        "Creative utility": ("9.320", "at patience 0.9"),
        "Paths that count": ("3", "of 3 valid, 3 in all"),
        "Judges": ("0", "0 valid paths not judged"),
        "Model": ("a/model", ""),
    }
    assert page["origin"] == (("Run", "run"), ("Comparable settings", "signed"))


def test_judgements_of_a_run_reach_the_page(stops):
    """Facts triple by triple, by majority; without a judgement a fact is unknown; an invalid path is not judged."""
    wrong = (Triple("Nobody", "knows", "Somebody"),)
    judge_replies = [sized("j", 1, (5, 50)), sized("k", 1, (5, 5)), sized("j", 2, LOST), labelled("j", 2, LOST)]
    judge_replies += [labelled("j", 1, (1, 1)), labelled("k", 1, (1, 0)), labelled("l", 1, (1, 0))]
    page = build_page(shown(row(stated(via("alder"), wrong, via("birch")), judge_replies)))
    first, second = page["paths"]
    assert (first.strength, first.cells[1]) == (4.5, "50%")
    assert [step.holds for step in first.steps] == [True, False]
    assert first.remark == "does not count: not factual"
    assert (second.strength, second.remark) == (None, "does not count: not judged")
    assert [step.holds for step in second.steps] == [None, None]
    assert column(page, "Place") == ["1", "3"]
    assert column(page, "Distance") == column(page, "Gain") == column(page, "Utility") == ["–", "–"]
    ((place, _, reasons),) = page["rejected"]
    assert place == 2
    assert reasons.split("; ") == [
        "does not begin at “Ada Lovelace”",
        "its last relation is not “occupation”",
        "does not end at “engineer”",
    ]
    assert facts(page)["Judges"] == ("3", "1 valid path not judged")
    assert facts(page)["Paths that count"] == ("0", "of 2 valid, 3 in all")
    assert facts(page)["Creative utility"][0] == "0.000"
    assert page["question"] == FIELDS["query"]
