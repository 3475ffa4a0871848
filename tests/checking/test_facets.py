"""Facets: the card's and the scorer's are the same, and every stat has a title."""

import pytest
from support import strangers
from support.strangers import Fault

GRADED = '{"letters": float(len(said))}'
RUN = '{"right": float(sum(outcome.score == 100.0 for outcome in outcomes))}'
LETTERS = """  - name: letters
    title: Letters
    short_title: Letters
    description: Letters of the answer.
"""
METRIC = "    def scorer(self)"


def scorer(*edits):
    """Edits of the scorer."""
    return {"scorer.py": edits}


def metadata(expression):
    """A metric with other metadata, made of ``found``."""
    method = "    def get_metadata(self):\n        found = super().get_metadata()\n"
    return {"metric.py": (METRIC, f"{method}        return {expression}\n\n{METRIC}")}


FAULTS = {
    "never_given": Fault(
        scorer(
            "super().__init__(CARD, sig",
            "super().__init__(replace(CARD, facets=()), sig",
            GRADED,
            "{}",
            "from pathlib",
            "from dataclasses import replace\nfrom pathlib",
        ),
        "card.yaml has a facet letters of an answer, which the scorer's outcomes never have",
        "give letters there, None where it is undefined, or take it off the card",
    ),
    "not_on_card": Fault(
        scorer(GRADED, '{"letters": 1.0, "vowels": 1.0}'),
        "the scorer's outcomes have vowels, which is no facet of an answer in card.yaml",
        r"describe vowels under facets \(name, title, short_title, description\), or put it into the details",
    ),
    "run_never": Fault(
        scorer(RUN, "{}"), "a facet right of the run, which the scorer's of_run never has", "give right there"
    ),
    "run_not": Fault(
        scorer(RUN, '{"right": 1.0, "left": None}'),
        "the scorer's of_run has left, which is no facet of the run in card.yaml",
        r"describe left under facets \(name, title, short_title, description, of: run\)$",
    ),
    "raises": Fault(
        scorer(RUN, "1 / 0"), "the scorer's of_run ends in ZeroDivisionError", r"mend of_run\(rows, outcomes\)"
    ),
    "taken": Fault(
        scorer(RUN, '{"right": 1.0, "letters_se": 1.0}')
        | {
            "card.yaml": (
                "deviations:",
                """\
  - name: letters_se
    title: Again
    short_title: Again
    description: The same once more.
    of: run
deviations:""",
            )
        },
        "stats of the run cannot be made: a stat of the run has the name of another stat: letters_se",
        "rename the facet",
    ),
    "untitled": Fault(
        metadata("[one for one in found if one.name != 'letters_se']"),
        "the metric's metadata lack letters_se",
        "leave get_metadata as ResponseMetric has it",
    ),
}

OTHERS = {"forgotten": scorer(GRADED, "{}")}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_facets_is_told(name, site):
    """Each fault once."""
    assert FAULTS[name].is_told("facets", found := strangers.problems(site, name, "facets")), found


def test_facets_without_a_number_are_told(site):
    """They may be those of answers that are not perfect; only their author knows."""
    found = strangers.verdict(site, "forgotten", "facets")
    assert (found.problems, found.remarks) == ((), ("no perfect answer has a number for letters",))
    assert strangers.verdict(site, "good", "facets").remarks == ()


def test_good_facets_are_left_alone(site):
    """Undefined ones included: an answer without text has no letters."""
    assert strangers.problems(site, "good", "facets") == []
