"""Settings that nobody reads: in name and signature, and in nothing that is asked or scored."""

import pytest
from support import strangers

SIGNED = "items=items))"
MAKE = 'return OppositesScorer(self.settings["items"])'


def least(read):
    """A benchmark with a setting, which the scorer reads in this condition."""
    return {
        "run_spec.py": (
            'items: str = "own"',
            'items: str = "own", least: int = 1',
            '{"items": arguments.one_of("items", items, SETS)}',
            '{"items": arguments.one_of("items", items, SETS), "least": arguments.whole("least", least, 1, 9)}',
        ),
        "metric.py": (MAKE, 'return OppositesScorer(self.settings["items"], self.settings["least"])'),
        "scorer.py": (
            "def __init__(self, items):",
            "def __init__(self, items, least=1):\n        self.least = least",
            SIGNED,
            "items=items, least=least))",
            'Graded(100.0 if said == fields["opposite"]',
            f'Graded(100.0 if said == fields["opposite"] and {read}',
        ),
    }


FAULTS = {}
OTHERS = {
    "unread": least("True"),
    "read": least("len(said) >= self.least"),
    "in_run": least("True")
    | {"scorer.py": (*least("True")["scorer.py"], '{"right": float(', '{"right": self.least + float(')},
    "asked": least("True")
    | {"scenario.py": ('"opposite": opposite}', '"opposite": opposite, "least": self.settings["least"]}')},
    "raising": least("1 // max(0, 5 - self.least)"),
    "no_oracle": least("True") | {"oracle.py": None},
}
UNREAD = "no item and no score that was tried depends on least: see whether anything reads it"


def remarks(site, name):
    """What is remarked of names."""
    found = strangers.verdict(site, name, "name")
    assert found.problems == ()
    return found.remarks


def test_a_setting_that_nobody_reads_is_remarked(site):
    """It is in name and signature, and moves nothing."""
    assert remarks(site, "unread") == (UNREAD,)


@pytest.mark.parametrize("name", ["good", "read", "in_run", "asked"])
def test_a_setting_that_is_read_is_left_alone(site, name):
    """By the scorer, for the run as a whole, or by the scenario."""
    assert remarks(site, name) == ()


@pytest.mark.parametrize("name", ["raising", "no_oracle"])
def test_where_it_cannot_be_told_nothing_is_said(site, name):
    """The scorer fails under another value, or there is no answer to be scored: other checks tell."""
    assert remarks(site, name) == ()
