"""The card: what it lacks, and what it says wrongly."""

import pytest
from support import strangers
from support.strangers import Fault

PAPERS = """papers:
  - citation: "Stranger, Friend and Other 2025, Opposites"
    url: https://example.org
    places: section 2
"""
OURS = {"prompts/ask.j2": ("Source: Stranger et al. 2025, section 2.", "Written for strangers: a question.")}


def card(old, new):
    """An edit of the card."""
    return {"card.yaml": (old, new)}


def unprotocolled(text):
    """A run spec function that has ``protocol`` as ``text`` says."""
    return {
        "run_spec.py": f"""\
from helm.benchmark.run_spec import run_spec_function

@run_spec_function("creativity_NAME")
def NAME({text}):
    raise AssertionError("never called")
"""
    }


FAULTS = {
    "unknown_key": Fault(
        card("domain:", "domian:"),
        r"unknown keys \['domian'\]",
        "in .*strangers/unknown_key/card.yaml, spell unknown keys as known ones",
    ),
    "trade_off": Fault(
        card("deviations:", "trade_offs: [[letters, x]]\ndeviations:"),
        "a trade-off",
        "put that right in .*strangers/trade_off/card.yaml",
    ),
    "other_name": Fault(card("name: NAME\n", "name: good\n"), "card's name is good, its folder's other_name", "alike"),
    "no_claim": Fault(card("knowledge of opposites.", '""'), "claims: '' says nothing", "write claims out"),
    "template": Fault(
        card("creativity.\nl", "to be written\nl"), "does_not_claim: 'to be written' says", "write does_not_claim out"
    ),
    "bracketed": Fault(
        card("One answer to each word.", '"<how>"'), "protocols, first: '<how>'", "protocols, first out"
    ),
    "facet_text": Fault(card("Letters of the answer.", '""'), "letters, description: ''", "letters, description out"),
    "no_deviations": Fault(
        card("\n  - Words are folded.", " []"), "no deviations", "every place where numbers can differ"
    ),
    "no_papers": Fault({**card(PAPERS, "papers: []\n"), **OURS}, "names no paper", "citation, url and places"),
    "no_year": Fault(card("Other 2025, Opposites", "Other, Opposites"), "has no year", "cite as: Authors Year, Title"),
    "no_places": Fault(
        card("places: section 2", 'places: ""'), "has no places", "sections and equations that define it"
    ),
    "people": Fault(
        card("holds_for: first", 'holds_for: ""'), "a mean of 90.0 has no holds_for", "one protocol and one"
    ),
    "nobody": Fault(card("n: 40", "n: 0"), "n must be 1 or more .* got 0 and 5.0", "copy them anew"),
    "short_sum": Fault(card("a" * 64, "a" * 63), "short_sum-words has no SHA-256 of 64 hex digits", "sha256sum prints"),
    "no_size": Fault(card("bytes: 12", "bytes: null"), "no_size-words has no size", "write bytes"),
    "no_licence": Fault(
        card("CC0-1.0\n    citation", '""\n    citation'), "words has no licence", "licence: none stated"
    ),
    "default": Fault(
        unprotocolled('protocol="second"'),
        "default_protocol is first, that of run entries second",
        "CARD.default_protocol",
    ),
    "no_argument": Fault(
        {**card("first: One", "second: Two.\n  first: One"), **unprotocolled("")},
        r"several protocols \(second, first\), and run entries have no argument protocol",
        "give the run spec function one",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_card_lacks_is_told(name, site):
    """Each fault once, with what to write."""
    assert FAULTS[name].is_told("card", found := strangers.problems(site, name, "card")), found


def test_a_good_card_is_left_alone(site):
    """Nothing is said of it."""
    found = strangers.verdict(site, "good", "card")
    assert (found.problems, found.remarks, found.skipped) == ((), (), "")
