"""The pilot: HELM runs good and bad benchmarks once, with both baselines, and makes the pages."""

import json
from types import SimpleNamespace

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.checking import page, piloted
from helm_creativity.checking.house import House
from helm_creativity.checking.pilot import MODELS
from helm_creativity.checking.running import verdicts
from helm_creativity.results.runs import Run
from helm_creativity.rooms import find_room

RUN = '{"right": float(sum(outcome.score == 100.0 for outcome in outcomes))}'
GRADE = 'return Graded(100.0 if said == fields["opposite"] else 0.0, {"letters": float(len(said))})'
METRIC = "    def scorer(self)"
BOTH = "creativity/(random-nouns|greedy)"


def metric(method):
    """A metric with a further method."""
    return {"metric.py": (METRIC, f"{method}\n{METRIC}")}


FAULTS = {
    "failing": Fault(
        {"scorer.py": (GRADE, "raise LookupError('lost') if said else 0")},
        f"helm-run left no stats of creativity_failing by {BOTH}: LookupError: lost",
        "mend what it says; HELM empties the folder of a run that fails",
        times=2,
    ),
    "scoreless": Fault(
        {"scorer.py": (RUN, '{"score": None, "right": 1.0}')},
        f"by {BOTH} 100% of the answers are scored, and the run has no score",
        "let of_run give a score wherever answers have one",
        times=2,
    ),
    "untitled": Fault(
        metric(
            "    def get_metadata(self):\n"
            "        return [one for one in super().get_metadata() if one.name != 'right']\n"
        ),
        f"by {BOTH} there are stats without a title: right",
        "describe them as facets in card.yaml",
        times=2,
    ),
    "leaking": Fault(
        metric(
            "    def evaluate(self, *arguments):\n        result = super().evaluate(*arguments)\n"
            "        kept = [one for one in result.aggregated_stats if one.name.name != 'valid_rate']\n"
            "        return type(result)(kept, [])\n"
        ),
        f"by {BOTH} a share of None is scored, and reasons account for 0: not 1 together",
        "leave the stats to ResponseMetric",
        times=2,
    ),
    "grouped": Fault(
        {
            "run_spec.py": (
                "@benchmark(",
                "def grouped(make):\n    from dataclasses import replace\n    from functools import wraps\n\n"
                "    @wraps(make)\n    def run_spec(**given):\n"
                "        return replace(make(**given), groups=['creativity_rat'])\n"
                "    from helm.benchmark import run_spec as helms\n"
                "    helms._REGISTERED_RUN_SPEC_FUNCTIONS['creativity_NAME'] = run_spec\n"
                "    return run_spec\n\n\n@grouped\n@benchmark(",
            )
        },
        f"`helm-creativity leaderboard` shows the run of {BOTH} under creativity_rat",
        r"make the run spec's groups \['creativity_grouped'\]",
        times=2,
    ),
    "refused": Fault(
        {"run_spec.py": ('items: str = "own"', 'items: str = "none"')},
        "the run entry creativity_refused is refused",
        "let oracle.py say in PILOT",
    ),
}


@pytest.fixture(scope="module")
def found(site):
    """What both checks say of each benchmark, all of which HELM has run at once; two of this package among them."""
    rooms = [strangers.room(site, name) for name in ("good", *FAULTS)]
    rooms += [find_room("rat"), find_room("metaphor")]
    return {(one.room, one.check): one for one in verdicts(rooms, only=["pilot", "page"])}


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_pilot_shows_is_told(name, found):
    """For both baselines."""
    check = "pilot" if name != "refused" else "name"
    assert FAULTS[name].is_told(check, list(found[name, "pilot"].problems)), found[name, "pilot"].problems


def test_a_benchmark_that_nobody_finds_is_told(found):
    """HELM's list of benchmarks has none of its group."""
    (problem,) = found["grouped", "page"].problems
    assert problem.what.startswith(
        "HELM's list of benchmarks does not show 'Opposites grouped' under creativity_grouped"
    )
    assert problem.change.startswith("make the run spec's groups ['creativity_grouped']")


@pytest.mark.parametrize("name", ["good", "rat", "metaphor"])
def test_good_pilots_are_left_alone(name, found):
    """A stranger's, an exact one and a judged one."""
    for check in ("pilot", "page"):
        one = found[name, check]
        assert (one.problems, one.remarks, one.skipped) == ((), (), "")


def test_a_failed_run_has_no_page(found):
    """So that the page is not looked for."""
    assert found["failing", "page"].skipped == "helm-run left no stats of it: see pilot"


TITLES = ("Random nouns", "Greedy search (builtin)")
"""Of the baselines, as HELM's pages show them."""


def pages(folder, rows, header=("Model", "Score")):
    """A subject whose pilot left a page of these rows, and a benchmark that the list has."""
    listed = [{"rows": [[{"value": "Opposites", "href": "?group=creativity_x"}]]}]
    table = {"header": [{"value": one} for one in header], "rows": [[{"value": one} for one in row] for row in rows]}
    (folder / "groups").mkdir()
    (folder / "groups.json").write_text(json.dumps(listed))
    (folder / "groups" / "creativity_x.json").write_text(json.dumps([table]))
    runs = {model: Run("x", "creativity_x", model, {}, {"score": 1.0}) for model in MODELS}
    pilot = SimpleNamespace(suite=folder, pages="Done.", run_of=lambda subject, model: runs[model])
    card = SimpleNamespace(group="creativity_x", title="Opposites")
    return SimpleNamespace(house=SimpleNamespace(pilot=pilot), card=card)


@pytest.mark.parametrize(
    ("rows", "header", "told"),
    [
        ([(TITLES[0], 1.0), (TITLES[1], 2.0)], ("Model", "Score"), []),
        ([(TITLES[0], 1.0)], ("Model", "Score"), [f"the page of creativity_x does not show {TITLES[1]}: Done."]),
        (
            [(TITLES[0], 1.0), (TITLES[1], None)],
            ("Model", "Score"),
            [f"the page of creativity_x has no score of {TITLES[1]}"],
        ),
        ([(TITLES[0], 1.0), (TITLES[1], 1.0)], ("Model", "SE"), ["the page of creativity_x has no column 'Score'"] * 2),
    ],
)
def test_what_a_page_lacks_is_told(rows, header, told, tmp_path):
    """A model, its score, or the column of scores."""
    assert [problem.what for problem in page.find(pages(tmp_path, rows, header))] == told


@pytest.mark.parametrize(
    ("stats", "undefined", "told"),
    [
        ({"score": 1.0, "valid_rate": 0.5, "empty_rate": 0.5}, (), []),
        ({"valid_rate": 0.0, "empty_rate": 0.25, "refusal_rate": 0.75}, (), []),
        (
            {"score": 1.0, "valid_rate": 0.5, "empty_rate": 0.25},
            (),
            ["by a/x a share of 0.5 is scored, and reasons account"],
        ),
        (
            {"valid_rate": 0.5, "empty_rate": 0.5},
            (),
            ["by a/x 50% of the answers are scored, and the run has no score"],
        ),
        ({"score": 1.0, "valid_rate": 1.0}, ("right",), ["by a/x right are no finite numbers"]),
    ],
)
def test_stats_account_for_every_answer(stats, undefined, told, site):
    """Scored, or with a reason; a run without a score has no scored answer."""
    subject = House([strangers.room(site, "good")]).checked[0]
    run = Run("x", "creativity_good", "a/x", {}, stats, undefined=undefined)
    found = [problem.what for problem in piloted.stats_of(subject, run)]
    assert len(found) == len(told)
    assert all(one.startswith(words) for one, words in zip(found, told, strict=True))
