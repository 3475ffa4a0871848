"""``helm-creativity new``: a copy of a shipped benchmark runs at once as a benchmark of its author's."""

import re

import pytest
from support import outside, strangers

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.commands import main
from helm_creativity.results.analyses import list_analyses
from helm_creativity.testing import check, responses
from helm_creativity.version import __version__

COPIES = {"haiku": "metaphor", "far_words": "dat", "triples": "rat", "other_uses": "aut"}
COPIES |= {"fitting": "cdat", "swarm": "hivemind"}
POINTS = re.compile(r'^\[project\.entry-points\."helm_creativity\.benchmarks"\]\n(\w+) = "(\w+)"$', re.MULTILINE)


@pytest.fixture(scope="module", params=COPIES)
def copy(request, tmp_path_factory):
    """The name of a copy, whose project is installed as its ``pyproject.toml`` says."""
    project = tmp_path_factory.mktemp("projects") / request.param
    assert main(["new", request.param, "--like", COPIES[request.param], "--out", str(project)]) == 0
    point, package = POINTS.search((project / "pyproject.toml").read_text("utf-8")).groups()
    outside.install(project, "copied", {}, package, point=point)
    with strangers.installed(project):
        yield request.param


@pytest.fixture
def original(copy, monkeypatch):
    """The name of what was copied, the one benchmark with whose baselines those of the copy are compared."""
    monkeypatch.setattr(responses, "list_entries", lambda: (find_entry(COPIES[copy]), find_entry(copy)))
    return COPIES[copy]


def test_a_copy_is_a_benchmark_of_its_own_that_passes_all_checks(copy, original):
    """It asks the same, so that no prompt and no checksum is wrong before its author changes them.

    Its scores are never compared with those of the shipped one, and no numbers of people are carried over.
    """
    found = check(copy, pilot=copy == "haiku")
    assert [str(problem) for result in found for problem in result.problems] == []
    card, shipped = get_benchmark(copy).card, get_benchmark(original).card
    assert (card.name, card.version, card.title) == (copy, "1-A", copy.replace("_", " ").capitalize())
    assert (card.norms, dict(card.human_responses)) == ((), {})
    assert card.deviations[0].startswith(f"Copied from {original} of helm-creativity {__version__}")
    assert len(card.deviations) == len(shipped.deviations) + 1
    assert (card.protocols.keys(), card.submetrics) == (shipped.protocols.keys(), shipped.submetrics)


def test_modules_and_analyses_are_the_copys_own(copy, original):
    """And need nothing of the shipped folder but what was trained; what is about that benchmark alone is not there."""
    entry = find_entry(copy)
    assert not {path.name for path in entry.folder.iterdir()} & {"anchors.yaml", "fidelity.py", "judge.py", "judges"}
    sources = [path.read_text("utf-8") for path in entry.folder.rglob("*.py")]
    assert [source for source in sources if re.search(r"scenarios\.(?!aut\.fit\b)", source)] == []
    names = {found.name: found.benchmark for found in list_analyses()}
    shipped = [name for name, group in names.items() if group == get_benchmark(original).card.group]
    assert [name for name, group in names.items() if group == f"creativity_{copy}"] == [f"{copy}_{n}" for n in shipped]


def test_nothing_is_overwritten(tmp_path, capsys):
    """Not even a link to nothing."""
    (tmp_path / "mine").symlink_to(tmp_path / "nowhere")
    assert main(["new", "untaken", "--out", str(tmp_path / "mine")]) == 2
    assert "nothing was written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [tmp_path / "mine"]
