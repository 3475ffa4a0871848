"""Printed numbers against recomputed ones, on claims and files that are made up."""

import hashlib
import json

import pytest
from support import strangers
from support.strangers import Other

import helm_creativity as hc
from helm_creativity.cli import main
from helm_creativity.core.claims import Claim, Difference, Recomputed, github_file, parse_printed, rounds_to
from helm_creativity.errors import BadArguments, EmbeddingNotFound
from helm_creativity.io.files import SourceFile, fetch, find
from helm_creativity.operations.fidelity import checking
from helm_creativity.operations.fidelity.checking import check_claim, find_file
from helm_creativity.operations.fidelity.tables import fidelity_table

COMMIT = "0123456789abcdef0123456789abcdef01234567"
NUMBERS = "1\n2\n6\n"
SHA256 = hashlib.sha256(NUMBERS.encode()).hexdigest()
FILE = github_file("someone/numbers", COMMIT, "data/numbers.txt", SHA256, "MIT")


def mean(paths):
    values = [float(line) for line in paths[0].read_text().split()]
    return Recomputed(sum(values) / len(values), len(values))


def claim(printed="3.0", **more):
    return Claim("mean", "Someone 2020", "Table 1", printed, **{"recompute": mean, "files": (FILE,), **more})


@pytest.fixture
def clone(tmp_path):
    """A folder of clones with the file."""
    path = tmp_path / "clones" / "someone" / "numbers" / "data" / "numbers.txt"
    path.parent.mkdir(parents=True)
    path.write_text(NUMBERS)
    return path


@pytest.fixture
def state(clone, tmp_path):
    def check(made):
        return check_claim("made_up", made, [tmp_path / "clones"])

    return check


@pytest.mark.parametrize(
    ("value", "printed", "equal"),
    [
        (78.1949, "78.19", True),
        (78.195, "78.19", True),
        (78.195, "78.20", True),
        (78.1951, "78.19", False),
        (-0.0198, "-.02", True),
        (-0.0004, ".00", True),
        (0.0051, ".00", False),
        (1767, "1,767", True),
        (1768, "1,767", False),
        (0.1 + 0.2, "0.3", True),
        (0.795, "0.8", True),
        (float("nan"), "0", False),
        (float("inf"), "0", False),
    ],
)
def test_a_value_is_equal_if_it_rounds_to_the_printed_digits(value, printed, equal):
    assert rounds_to(value, printed) is equal


@pytest.mark.parametrize("text", ["", "about 3", "3 %", "nan", "inf"])
def test_a_printed_number_is_a_number(text):
    with pytest.raises(BadArguments, match="expected a printed number"):
        parse_printed(text)


def test_equal(state):
    found = state(claim())
    assert (found.state, found.found, found.difference, found.why) == ("equal", Recomputed(3.0, 3), 0.0, "")


def test_another_value_is_wrong(state):
    found = state(claim("3.1"))
    assert (found.state, found.why) == ("wrong", "3 is not 3.1, which is printed")
    assert found.difference == pytest.approx(-0.1)


def test_a_known_difference_has_its_reason(state):
    found = state(claim("3.1", differs=Difference("3.0", "one number was left out")))
    assert (found.state, found.why) == ("differs", "it differs because one number was left out")


def test_a_known_difference_must_be_the_known_one(state):
    """A value that is equal to print is wrong, too: the reason would no longer hold."""
    found = state(claim("3.1", differs=Difference("2.9", "one number was left out")))
    assert (found.state, found.why) == ("wrong", "3 is not 3.1, which is printed, nor 2.9, which is known to come out")
    assert state(claim("3.0", differs=Difference("2.9", "one number was left out"))).state == "wrong"


def test_another_number_of_values_is_wrong(state):
    assert state(claim(n=3)).state == "equal"
    found = state(claim(n=4))
    assert (found.state, found.why) == ("wrong", "expected n = 4, got 3")


def test_one_altered_number_makes_it_wrong(state, clone):
    """Even where the mean stays the same."""
    clone.write_text("1\n3\n5\n")
    found = state(claim())
    assert (found.state, found.found) == ("wrong", None)
    assert found.why.startswith(f"{clone} has changed: expected sha256 {SHA256}, got ")


def test_what_is_absent_is_named(tmp_path):
    found = check_claim("made_up", claim(), [tmp_path])
    assert (found.state, found.why) == ("absent", "needs data/numbers.txt of someone/numbers at 0123456789ab")


def test_an_embedding_that_is_not_here_is_absent_too(state):
    def lacking(paths):
        try:
            raise EmbeddingNotFound("glove is not here")
        except EmbeddingNotFound as error:
            raise BadArguments("dat: glove is not here") from error

    found = state(claim(recompute=lacking))
    assert (found.state, found.why) == ("absent", "needs what is not on this machine: glove is not here")


def test_what_cannot_be_recomputed_is_wrong(state):
    found = state(claim(recompute=lambda paths: 1 / 0))
    assert (found.state, found.why) == ("wrong", "cannot be recomputed: ZeroDivisionError: division by zero")


@pytest.mark.parametrize("place", ["someone/numbers", "someone+numbers", "numbers"])
def test_clones_lie_under_their_names(tmp_path, place):
    path = tmp_path / place / "data" / "numbers.txt"
    path.parent.mkdir(parents=True)
    path.write_text(NUMBERS)
    assert find_file(FILE, [tmp_path / "elsewhere", tmp_path]) == path
    assert find_file(FILE, [tmp_path / place]) == path


def test_the_clone_of_another_repository_has_no_file_of_this_one(tmp_path):
    """Unless its content is right, as in a clone that was given another name."""
    path = tmp_path / "other" / "data" / "numbers.txt"
    path.parent.mkdir(parents=True)
    path.write_text("1\n")
    assert find_file(FILE, [tmp_path / "other"]) is None
    path.write_text(NUMBERS)
    assert find_file(FILE, [tmp_path / "other"]) == path


def test_fetched_files_are_found(clone, tmp_path, monkeypatch):
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path / "home"))
    assert check_claim("made_up", claim()).state == "absent"
    fetch(FILE, clone)
    assert check_claim("made_up", claim()).state == "equal"


def test_a_function_that_reads_fetched_files_gets_those_of_the_clone(state, clone):
    """And nothing of them stays."""
    named = SourceFile("numbers", FILE.url, None, SHA256, "MIT", "Someone 2020")

    def by_name(paths):
        return mean([find(named)])

    assert state(claim(recompute=by_name)).state == "equal"
    assert find(named) is None


CLAIMS = f'''
from helm_creativity.core.claims import Claim, Recomputed, github_file

FILE = github_file("someone/numbers", "{COMMIT}", "data/numbers.txt", "{SHA256}", "MIT")


def mean(paths):
    values = [float(line) for line in paths[0].read_text().split()]
    return Recomputed(sum(values) / len(values), len(values))


CLAIMS = [Claim("mean of NAME", "Someone 2020", "Table 1", "3.00", mean, (FILE,))]
'''


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Other people's benchmarks: one with a claim, and two whose claims cannot be imported."""
    broken = Other({"fidelity.py": "CLAIMS = [1 / 0]\n"})
    ending = Other({"fidelity.py": "raise SystemExit(1)\n"})
    others = {"claimed": Other({"fidelity.py": CLAIMS}), "broken": broken, "ending": ending}
    with strangers.installed(strangers.with_benchmarks(tmp_path_factory.mktemp("site"), others)) as folder:
        yield folder


@pytest.mark.usefixtures("site")
def test_the_command_on_a_benchmark_of_another_package(clone, tmp_path, capsys):
    """Status 0 for a number that comes out; 1 for one that does not, and where no file is here, which it says."""
    arguments = ["fidelity", "claimed", "--format", "json", "--from", str(tmp_path / "clones")]

    def row():
        (table,) = json.loads((captured := capsys.readouterr()).out)
        (found,) = table["rows"]
        assert ("nothing was recomputed" in captured.err) == (found["state"] == "absent")
        return found

    assert main(arguments) == 0
    found = row()
    assert found == {
        "what": "mean of claimed",
        "benchmark": "claimed",
        "paper": "Someone 2020",
        "place": "Table 1",
        "printed": "3.00",
        "recomputed": 3.0,
        "n": 3,
        "difference": 0.0,
        "state": "equal",
        "reason": "",
        "source": "someone/numbers@0123456789ab:data/numbers.txt",
        "licence": "MIT",
    }
    clone.write_text("1\n2\n7\n")
    assert main(arguments) == 1
    assert row()["state"] == "wrong"
    clone.unlink()
    assert main(arguments) == 1
    assert row()["state"] == "absent"


@pytest.mark.usefixtures("site", "clone")
def test_in_python(tmp_path):
    found = hc.fidelity("claimed", tmp_path / "clones")
    assert repr(found) == "Fidelity(1 number: 1 equal)"
    assert found
    assert [claim.state for claim in found] == ["equal"]
    assert found.to_pandas().loc[0, "recomputed"] == 3
    assert repr(hc.fidelity(["claimed"])) == "Fidelity(1 number: 1 absent)"


@pytest.mark.usefixtures("site")
def test_claims_that_cannot_be_imported_cost_a_warning(caplog):
    names = [subject.name for subject in checking.find_subjects()]
    assert "claimed" in names
    assert not {"broken", "ending"} & set(names)
    assert "broken cannot be used: ZeroDivisionError" in caplog.text
    assert "ending cannot be used: ImportError: importing" in caplog.text


@pytest.mark.usefixtures("site")
def test_a_name_without_a_claim():
    with pytest.raises(BadArguments, match=r"good has no fidelity\.py"):
        hc.fidelity("good")
    with pytest.raises(BadArguments, match=r"no benchmark 'nothing'; .* nor a set or study, .*study agc_bench"):
        hc.fidelity("nothing")
    with pytest.raises(BadArguments, match="expected a folder of clones, or a clone, got '/nowhere'"):
        hc.fidelity("claimed", "/nowhere")


@pytest.mark.parametrize("name", ["agc_bench", "study agc_bench", "ttcw", "exam ttcw"])
def test_sets_and_studies_are_known_by_their_names(name):
    """With what stands before them in the tables, and without."""
    (subject,) = checking.find_subjects([name])
    assert subject.name.endswith(name.split()[-1])
    assert len(subject.claims) >= 9


def test_the_table_counts_states_and_says_reasons(state):
    checked = [state(claim()), state(claim("3.1")), state(claim("2.9", differs=Difference("3.0", "so it is")))]
    table = fidelity_table(checked)
    assert table.notes == ["3 numbers: 1 equal, 1 differs, 0 absent, 1 wrong"]
    assert [row[-3] for row in table.rows] == ["", "3 is not 3.1, which is printed", "it differs because so it is"]


def test_many_files_of_a_repository_are_counted(state):
    assert state(claim(files=(), recompute=lambda paths: Recomputed(3, 1))).sources == "printed in the paper"
    several = tuple(github_file("a/b", COMMIT, f"{place}.txt", SHA256, "MIT") for place in range(5))
    assert state(claim(files=several)).sources == "a/b@0123456789ab:0.txt, 1.txt, 2.txt and 2 more"
