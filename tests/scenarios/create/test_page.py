"""What the page about one response of CREATE shows."""

import pytest
from support.create import FIELDS, LOST, TARGET, labelled, row, scorer, sized, stated, via
from support.create import given as judged
from support.given import driven
from support.pages import Tree

from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.shown import Shown
from helm_creativity.scenarios.create.page import COLUMNS, build_page, response_html, response_text
from helm_creativity.scenarios.create.parse import Triple


def shown(one, protocol="wadhwa2026"):
    create = get_benchmark("create")
    settings = create.settings_type(protocol=protocol, embedding="stops", judges="j+k+l")
    (trial,) = driven(create, settings, [one])
    return Shown(
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


def test_the_program_adds_up_otherwise(stops):
    """Its second path is not discounted: 5, 8, 9.8."""
    page = build_page(shown(judged(THREE, [5, 4, 3], [1, 1, 1]), "wadhwa2026_code"))
    assert column(page, "Utility") == ["5.00", "8.00", "9.80"]


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


def test_paths_that_do_not_count_stand_behind_those_that_do(stops):
    """In the order of the response."""
    page = build_page(shown(judged([via("dogwood"), *THREE], [2, 5, 4, 3], [0.5, 1, 0.5, 1])))
    assert names(page) == ["alder", "cedar", "dogwood", "birch"]
    assert [path.remark for path in page["paths"]] == ["", "", *["does not count: not factual"] * 2]


def test_of_two_judges_both_must_call_a_triple_a_fact(stops):
    """Half of them are not more than half."""
    judge_replies = [labelled("j", 1, (1, 1)), labelled("k", 1, (0, 1))]
    (path,) = build_page(shown(row(stated(via("alder")), judge_replies)))["paths"]
    assert [step.holds for step in path.steps] == [False, True]
    assert path.cells[1] == "50%"


def test_the_score_is_the_scorers(stops):
    """Also where there is none."""
    answers = [judged(THREE, [5, 4, None], [1, 0.5, None]), judged(THREE, [None] * 3, [None] * 3), row("", [])]
    for answer in answers:
        sample_score = scorer("wadhwa2026", "stops").score([answer])[0]
        value, note = facts(build_page(shown(answer)))["Creative utility"]
        if sample_score.score is None:
            assert (value, note) == ("–", f"no score: {sample_score.failure_reason}")
        else:
            assert value == f"{sample_score.score:.3f}"


def test_a_share_alone_marks_all_or_none(stops):
    """Without labels of triples it is not known which of them is false."""
    page = build_page(shown(judged(THREE, [5, 4, 3], [1, 0.5, None])))
    facts = {name: [step.holds for step in path.steps] for name, path in zip(names(page), page["paths"], strict=True)}
    assert facts == {"alder": [True, True], "birch": [False, False], "cedar": [None, None]}


def test_spellings_of_one_entity_are_one_node(stops):
    """By the rules of the benchmark, and the text is as written."""
    spelt = (via("Alder")[0], via("ALDER (tree)")[1])
    html = response_html(shown(judged([via("alder", "birch"), spelt], [5, 4], [1, 1])))
    assert len(Tree(html).all("g", "entity")) == 4
    assert "Alder occupation" in Tree(html).text


def test_malformed_entries_are_counted(stops):
    """Beside the valid and invalid paths."""
    text = stated(via("alder")).replace("{", '{"7": [["a", "b"]], ', 1)
    assert facts(build_page(shown(row(text))))["Paths that count"][1] == "of 1 valid, 1 in all, 1 malformed"


@pytest.mark.parametrize(("share", "cell"), [(0, "0%"), (2 / 3, "67%"), (199 / 200, "99%"), (1, "100%")])
def test_a_share_is_never_rounded_up_to_all(stops, share, cell):
    """199 of 200 are not all."""
    assert column(build_page(shown(judged([via("alder")], [5], [share]))), "Factual") == [cell]


@pytest.mark.parametrize(
    ("trials", "which"),
    [((1,), ""), ((0, 1), ", trial 1; there are 0 and 1"), ((0, 1, 3), ", trial 1; there are 0, 1 and 3")],
)
def test_which_of_the_responses_it_is(stops, trials, which):
    """The others are named where there are some."""
    response = shown(judged(THREE, [5, 4, 3], [1, 1, 1]))._replace(trials=trials)
    assert build_page(response)["context"] == f"CREATE, query id9{which}"


def test_both_forms_come_from_the_answer(stops):
    """What the command prints and writes."""
    response = shown(judged(THREE, [5, 4, 3], [1, 1, 1]))
    for text in (response_text(response), Tree(response_html(response)).text):
        assert "9.320" in text
        assert "trial 1; there are 0 and 1" in text
        assert TARGET.entity_a in text
