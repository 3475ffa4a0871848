"""Every benchmark of this package passes every check. ``make check`` says so of all, and has HELM run them.

Here it is said of two at each change, and every night of all: there also which checks may be left out.
"""

import pytest

from helm_creativity.benchmark.prompts import OWN, list_prompt_sources
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.testing import check

NAMES = [entry.name for entry in list_entries() if entry.ours]
AT_EACH_CHANGE = {"metaphor", "rat"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in AT_EACH_CHANGE else [pytest.mark.nightly]) for name in NAMES]
)
def test_nothing_is_wrong(name, tmp_path, monkeypatch):
    """From the card to the baselines; no check is left out but one for which the benchmark gives a reason.

    In a home of its own: norms would be computed from what other tests put where authors' files lie.
    """
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    found = check(name, pilot=False)
    assert [str(problem) for result in found for problem in result.problems] == []
    assert {result.check for result in found if result.skipped} <= {"truncated", "imports"}


def test_words_of_this_package_say_why_the_authors_are_not_asked():
    """There is no public program, or they stand beside the authors' under a name that says so."""
    for folder in (entry.folder for entry in list_entries() if entry.ours):
        sources = list(list_prompt_sources(folder))
        beside = any(source.kind == "Fetched" for source in sources)
        for source in (source for source in sources if source.kind.startswith("Written")):
            assert source.kind == "Written for this package"
            assert "no public program" in source.source or (source.id.endswith(OWN) and beside), source
