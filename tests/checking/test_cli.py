"""``helm-creativity check``: one line a benchmark and check, every problem with what to change, and the exit status."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.checking import Problem, house, problems_of
from helm_creativity.checking.checks import SAYS, all_checks
from helm_creativity.checking.problem import Broken, told
from helm_creativity.checking.running import Verdict, verdicts
from helm_creativity.checking.text import page
from helm_creativity.cli import main
from helm_creativity.errors import BadArguments
from helm_creativity.rooms import find_rooms

FAULTS = {
    "wrong": Fault(
        {"card.yaml": ("count: 6", "count: 7"), "oracle.py": ("TOP = 100.0", "TOP = 101.0")},
        "there are 7 items|score below TOP = 101",
        "write count: 6|mend the item",
    )
}
OTHERS = {"sketched": {"card.yaml": ("- Words are", "- First version, written by helm-creativity new.\n  - Words are")}}


def test_a_good_benchmark_is_told_line_by_line(site, capsys):
    """With exit status 0, and what is being done on stderr."""
    assert main(["check", "good", "--no-pilot", "--only", "card", "--only", "cut"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "good  card  ok",
        "good  cut   ok",
        "",
        "2 checks of 1 benchmark: nothing is wrong",
    ]
    assert err == "checking good\n"


def test_problems_are_told_with_what_to_change(site, capsys):
    """Behind the lines, and with exit status 1."""
    assert main(["check", "good", "wrong", "--no-pilot", "--only", "items", "--only", "oracle"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "good   items   ok",
        "good   oracle  ok",
        "wrong  items   not ok: 1 problem",
        "wrong  oracle  not ok: 1 problem",
        "",
        "wrong, items: card.yaml says that there are 7 items 'own'; the default run entry asks 6",
        "  change: write count: 6, or mend the items",
        "wrong, oracle: 6 of 6 perfect answers score below TOP = 101; that to dark scores 100",
        "  change: mend oracle.py if its answer or TOP is wrong, the item if nothing reaches the top, otherwise the "
        "scorer",
        "",
        "4 checks of 2 benchmarks: 2 problems",
    ]


def test_a_first_version_says_so(site):
    """It holds every promise, and stands for nothing yet."""
    found = strangers.verdict(site, "sketched", "card")
    assert found.problems == ()
    (remark,) = found.remarks
    assert remark.startswith("its deviations call it a first version")


def test_an_unknown_name_is_refused(capsys):
    """With the names that there are."""
    assert main(["check", "rats"]) == 2
    assert "there is no benchmark 'rats'; there are: aut, cdat" in capsys.readouterr().err


def test_an_unknown_check_is_refused(capsys):
    """By the command line's own means."""
    with pytest.raises(SystemExit):
        main(["check", "rat", "--only", "spelling"])
    assert "invalid choice: 'spelling'" in capsys.readouterr().err


def test_the_help_names_every_check(capsys):
    """And what each makes sure of."""
    with pytest.raises(SystemExit):
        main(["check", "--help"])
    text = capsys.readouterr().out
    for name, says in SAYS.items():
        assert f"  {name:10} {says}" in text


def test_all_is_every_benchmark(site, capsys):
    """Those of other packages included, each once."""
    assert main(["check", "all", "rat", "--only", "card"]) == 0
    told = [
        line.removeprefix("checking ") for line in capsys.readouterr().err.splitlines() if line.startswith("checking ")
    ]
    assert told == [room.name for room in find_rooms()]
    assert {"good", "wrong", "rat"} <= set(told)


@pytest.fixture
def alone(site, monkeypatch):
    """Nobody else's prompts are asked."""
    monkeypatch.setattr(house, "find_rooms", lambda: ())


def test_problems_for_tests_of_ones_own(alone):
    """All of them as values, and none for a good benchmark."""
    assert problems_of("good", pilot=False) == []
    assert [problem.check for problem in problems_of("wrong", pilot=False)] == ["items", "oracle"]
    assert [problem.check for problem in problems_of("wrong", only=["items"])] == ["items"]
    with pytest.raises(BadArguments, match="there is no benchmark 'rats'"):
        problems_of("rats")


def test_a_problem_reads_as_it_is_reported():
    """In pytest's own comparison, too."""
    assert str(Problem("card", "a is b", "write c")) == "card: a is b\n  change: write c"


def test_without_a_pilot_helm_is_not_run(site, alone):
    """All checks in their order, but those that need its runner."""
    found = [one.check for one in verdicts([strangers.room(site, "wrong")], pilot=False)]
    assert found == [name for name in SAYS if name not in ("pilot", "page")]
    assert [one.name for one in all_checks()] == list(SAYS)


def test_a_fault_of_a_check_is_a_problem_too(site, monkeypatch):
    """It is told, and the other checks go on."""
    monkeypatch.setattr("helm_creativity.checking.cards.find", lambda subject: 1 / 0)
    first, second = verdicts([strangers.room(site, "good")], only=["card", "empty"])
    assert first.problems[0].what == "the check itself ends in ZeroDivisionError: division by zero"
    assert first.problems[0].change.startswith("mend what it says")
    assert second.problems == ()


def test_what_waits_for_a_check_that_finds_nothing_is_told_there(site, monkeypatch):
    """It is not lost between the two."""
    broken = Broken("oracle", "the answers are gone", "write them")
    monkeypatch.setattr("helm_creativity.checking.items.find", lambda subject: (_ for _ in ()).throw(broken))
    items, oracle = verdicts([strangers.room(site, "good")], only=["items", "oracle"])
    assert (items.problems, items.skipped) == ((), "cannot be told before oracle is mended")
    assert oracle.problems == (broken.problem,)


def test_remarks_and_reasons_stand_in_their_lines():
    """Long problems are wrapped, what is to be changed below them."""
    long = " ".join(["word"] * 40)
    text = page(
        [
            Verdict("a", "card", (), ("x was not looked at", "y neither")),
            Verdict("a", "page", (), (), "nothing ran"),
            Verdict("b", "card", (Problem("card", long, long), Problem("card", "p", "q")), ("z",)),
        ]
    )
    lines = text.splitlines()
    assert lines[:3] == [
        "a  card  ok (x was not looked at; y neither)",
        "a  page  left out: nothing ran",
        "b  card  not ok: 2 problems (z)",
    ]
    assert lines[4].startswith("b, card: word word")
    assert lines[5].startswith("  word")
    assert lines[6].startswith("  change: word")
    assert max(map(len, lines)) <= 118
    assert lines[-1] == "2 checks of 2 benchmarks: 2 problems"


def test_a_long_error_is_told_by_its_ends():
    """It may hold a whole answer."""
    assert told(ValueError("a" * 600)) == f"ValueError: {'a' * 600}"
    assert told(ValueError("a" * 400 + "b" * 400)) == f"ValueError: {'a' * 300} [...] {'b' * 300}"
