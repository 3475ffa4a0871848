"""All checks together: as values, as a page, as a command, and as tests of an author's own; and of all benchmarks."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from support import outside, strangers
from support.strangers import Other

import helm_creativity.scenarios as scenarios
from helm_creativity.benchmark.prompts import OWN, list_prompt_sources
from helm_creativity.benchmark.registry import entries_to_check, find_entry, list_entries, unusable
from helm_creativity.benchmark.settings import Option
from helm_creativity.commands import main
from helm_creativity.commands.extending import check_tables
from helm_creativity.errors import BadArguments
from helm_creativity.reports.tables import render
from helm_creativity.testing import CHECKS, check, parametrize_with_checks
from helm_creativity.testing.checks import CHECKS as CHECKS_BY_NAME
from helm_creativity.testing.checks import has_number
from helm_creativity.testing.settings import values_to_try

EDITED = {
    "wrong": Other({"card.yaml": ("count: 6", "count: 7"), "baseline.py": ("CEILING = 100.0", "CEILING = 101.0")}),
    "no_yaml": Other({"card.yaml": ("title: ", "title: see: ")}),
    "unknown": Other({"card.yaml": ("domain:", "domian:")}),
}
TABLES = yaml.safe_load(Path(__file__).with_name("tables.yaml").read_text("utf-8"))
OURS = [entry for entry in list_entries() if entry.ours]
AT_EACH_CHANGE = {"metaphor", "rat"}
WITHOUT_HELM = [name for name in CHECKS if name not in ("pilot", "page")]


def test_checks_are_printed_with_what_to_change(site, capsys):
    """A line each, the problems behind them, an exit status; what is being done on stderr."""
    assert main(["check", "good", "--no-pilot"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == f"{len(WITHOUT_HELM)} checks of 1 benchmark: nothing is wrong"
    assert err == "checking good\n"
    assert main(["check", "wrong", "--no-pilot"]) == 1
    assert render(check_tables(check(["good", "wrong"], ["items", "reference"]))).splitlines() == [
        "benchmark  check      result",
        "---------  ---------  -----------------",
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


def test_all_is_every_benchmark_also_with_a_bad_card(site):
    """Those of other packages included, each once; no other command uses those with a bad card."""
    broken = {each.entry.name for each in unusable()}
    assert broken == {"no_yaml", "unknown"}
    lines = []
    found = check(["all", "dat"], only=["card"], progress=lines.append)
    assert [result.benchmark for result in found] == sorted({entry.name for entry in list_entries()} | broken)
    assert lines == [f"checking {result.benchmark}" for result in found]
    assert {result.benchmark for result in found if result.problems} == broken
    with pytest.raises(BadArguments, match=r"strangers.unknown cannot be used: unknown/card.yaml: .*no key .*; fix"):
        find_entry("unknown")


def test_a_fault_of_a_check_is_a_problem_too(site, monkeypatch):
    """It is reported, and the other checks go on."""
    monkeypatch.setitem(CHECKS_BY_NAME, "card", lambda benchmark: 1 / 0)
    first, second = strangers.results(site, "good", "card", "empty")
    assert first.problems[0].what == "the check itself raises ZeroDivisionError: division by zero"
    assert first.problems[0].change.startswith("fix what it reports")
    assert second.problems == ()


def test_checks_are_tests_of_an_authors_own(site):
    """One for each in their order, but those that need HELM's runner; a failure shows the problem."""
    mark = parametrize_with_checks("wrong", pilot=False)
    runs = {parameter.id: parameter.values[0] for parameter in mark.args[1]}
    assert list(runs) == [f"wrong-{name}" for name in WITHOUT_HELM]
    runs["wrong-card"]()
    with pytest.raises(pytest.fail.Exception, match=r"items: card.yaml says .* 7 items 'own'; .*\n  change: "):
        runs["wrong-items"]()


def test_of_two_of_one_name_the_good_one_is_checked(tmp_path):
    outside.install(tmp_path, "a", {"of_a/mine/card.yaml": "[]"}, "of_a")
    outside.install(tmp_path, "b", {"of_b/mine/card.yaml": outside.card("mine")}, "of_b")
    with outside.installed(tmp_path):
        assert [entry.package for entry in entries_to_check("mine")] == ["of_b.mine"]


def test_ours_with_a_bad_card_or_none_is_reported(tmp_path, monkeypatch, request):
    """As those of other packages are; a folder without a card is found by its modules."""
    request.addfinalizer(outside.forget)
    monkeypatch.setattr(scenarios, "__path__", [*scenarios.__path__, str(tmp_path)])
    card = tmp_path / "mine" / "card.yaml"
    card.parent.mkdir()
    outside.forget()
    with pytest.raises(BadArguments, match="there is no benchmark 'mine'; there are: aut"):
        entries_to_check("mine")
    for name, text, what in (
        ("benchmark.py", "", "mine/card.yaml is missing"),
        ("card.yaml", "titel: Mine\n", "mine/card.yaml: there is no key 'titel'; did you mean 'title'"),
    ):
        card.with_name(name).write_text(text)
        outside.forget()
        ((problem,),) = (result.problems for result in check("mine", only=["card"]))
        assert what in problem.what
        assert str(card) in problem.change


@pytest.mark.parametrize(
    "name",
    [pytest.param(each.name, marks=[] if each.name in AT_EACH_CHANGE else pytest.mark.nightly) for each in OURS],
)
def test_nothing_is_wrong_with_ours(name, tmp_path, monkeypatch):
    """Of two at each change, and every night of all; no check is left out but one for which there is a reason.

    In a home of its own: norms would be computed from what other tests put where authors' files lie.
    """
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    found = check(name, pilot=False)
    assert [str(problem) for result in found for problem in result.problems] == []
    assert {result.check for result in found if result.skipped} <= {"truncated", "imports"}


def test_words_of_this_package_say_why_the_authors_are_not_asked():
    """No public program has words for it, or only a program has; or they stand beside the authors' under a name."""
    for sources in (list(list_prompt_sources(entry.folder)) for entry in OURS):
        beside = any(source.kind == "Fetched" for source in sources)
        for source in (source for source in sources if source.kind.startswith("Written")):
            assert source.kind == "Written for this package"
            of_authors = re.search("no public program|the authors", source.source)
            assert of_authors or (source.id.endswith(OWN) and beside), source


@pytest.mark.parametrize("row", TABLES["numbers"], ids=lambda row: row["text"])
def test_numbers_in_questions(row):
    """In digits, not parts of others."""
    found = {number: has_number(row["text"], number) for number in (*row["named"], *row["not"])}
    assert found == {**dict.fromkeys(row["named"], True), **dict.fromkeys(row["not"], False)}


@pytest.mark.parametrize("row", TABLES["values"], ids=lambda row: f"{row['name']} {row['values']}")
def test_values_to_try(row):
    """Choices one by one, bounds and something between, what is known of judges, otherwise names in the help."""
    card = SimpleNamespace(
        protocols=["first", "second"], items=[SimpleNamespace(name=name) for name in ("own", "more")]
    )
    kind = {"bool": bool, "int": int, "float": float, "str": str}[row.get("kind", "str")]
    option = Option(row.get("help", ""), **row.get("option", {}))
    assert values_to_try(row["name"], option, kind, card) == row["values"]
