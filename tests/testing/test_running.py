"""All checks together: as values, as a page, as a command, and as tests of an author's own."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands import main
from helm_creativity.commands.extending import check_tables
from helm_creativity.errors import BadArguments
from helm_creativity.reports.tables import render
from helm_creativity.testing import CHECKS, check, parametrize_with_checks
from helm_creativity.testing.checks import CHECKS as CHECKS_BY_NAME

FAULTS = {
    "wrong": Fault(
        "items",
        {"card.yaml": ("count: 6", "count: 7"), "baseline.py": ("CEILING = 100.0", "CEILING = 101.0")},
        "there are 7 items",
    )
}


def printed(names, only):
    """What the command prints of some checks."""
    return render(check_tables(check(names, only))).splitlines()


def test_a_good_benchmark_is_reported_line_by_line(site, capsys):
    """With exit status 0, and what is being done on stderr."""
    assert main(["check", "good", "--no-pilot"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].endswith("checks of 1 benchmark: nothing is wrong")
    assert err == "checking good\n"
    assert printed("good", ["card", "truncated"]) == [
        "benchmark  check      result",
        "---------  ---------  ------",
        "good       card       ok",
        "good       truncated  ok",
        "",
        "2 checks of 1 benchmark: nothing is wrong",
    ]


def test_problems_are_reported_with_what_to_change(site):
    """Behind the lines, and with exit status 1."""
    assert main(["check", "wrong", "--no-pilot"]) == 1
    assert printed(["good", "wrong"], ["items", "reference"])[2:] == [
        "good       items      ok",
        "good       reference  ok",
        "wrong      items      not ok: 1 problem",
        "wrong      reference  not ok: 1 problem",
        "",
        "wrong, items: card.yaml says that there are 7 items 'own'; a run asks 6",
        "  change: write count: 6, or fix the items",
        "wrong, reference: 6 of 6 reference responses score below CEILING = 101; that to dark 100",
        "  change: fix baseline.py, or give the class a reference of its own, CEILING, the item or the scorer",
        "",
        "4 checks of 2 benchmarks: 2 problems",
    ]


def test_unknown_names_and_checks_are_refused():
    """With those that there are."""
    with pytest.raises(BadArguments, match="there is no benchmark 'rats'; did you mean 'rat'"):
        check("rats")
    with pytest.raises(BadArguments, match="there is no check 'spelling'; there are card, items, "):
        check("dat", only=["spelling"])


def test_all_is_every_benchmark(site):
    """Those of other packages included, each once."""
    lines = []
    found = check(["all", "dat"], only=["card"], progress=lines.append)
    assert [result.benchmark for result in found] == [entry.name for entry in list_entries()]
    assert {"checking good", "checking wrong", "checking dat"} <= set(lines)


def test_results_are_values_for_tests_of_an_authors_own(site):
    """All checks in their order, but those that need HELM's runner."""
    found = check("wrong", pilot=False)
    assert [result.check for result in found] == [name for name in CHECKS if name not in ("pilot", "page")]
    assert [problem.check for result in found for problem in result.problems] == ["items", "reference"]


def test_a_fault_of_a_check_is_a_problem_too(site, monkeypatch):
    """It is reported, and the other checks go on."""
    monkeypatch.setitem(CHECKS_BY_NAME, "card", lambda benchmark: 1 / 0)
    first, second = strangers.results(site, "good", "card", "empty")
    assert first.problems[0].what == "the check itself raises ZeroDivisionError: division by zero"
    assert first.problems[0].change.startswith("fix what it reports")
    assert second.problems == ()


def test_checks_are_tests_of_an_authors_own(site):
    """One for each; a failure shows the problem."""
    mark = parametrize_with_checks("wrong", pilot=False)
    runs = {parameter.id: parameter.values[0] for parameter in mark.args[1]}
    assert list(runs) == [f"wrong-{name}" for name in CHECKS if name not in ("pilot", "page")]
    runs["wrong-card"]()
    with pytest.raises(
        pytest.fail.Exception, match=r"items: card.yaml says that there are 7 items 'own'; .*\n  change: "
    ):
        runs["wrong-items"]()
