"""The claims about this package's benchmarks and sets: their form, and those that can be recomputed here."""

import os
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from helm_creativity.core.claims import parse_printed, repository
from helm_creativity.core.registry import find_entry
from helm_creativity.operations.fidelity.checking import check_claim, check_claims, find_subjects
from helm_creativity.operations.fidelity.norms import EQUAL

CLAIMS = [(subject.name, claim) for subject in find_subjects() for claim in subject.claims]
SHIPPED = [pair for pair in CLAIMS if pair[1].files and not any(source.url for source in pair[1].files)]
DEVIATIONS = "card, deviations"
CLONES = "HELM_CREATIVITY_TEST_CLONES"
PAGE = Path(__file__).parents[3] / "docs" / "fidelity.md"


def name(pair):
    return f"{pair[0]}: {pair[1].what}"


def test_there_are_claims_of_many_benchmarks_and_sets():
    assert len(CLAIMS) >= 150
    assert len({subject for subject, _ in CLAIMS}) >= 15


@pytest.mark.parametrize("pair", CLAIMS, ids=name)
def test_a_claim_is_well_formed(pair):
    _, claim = pair
    assert claim.what
    assert claim.paper
    assert claim.place
    parse_printed(claim.printed)
    parse_printed(claim.expected)
    for source in claim.files:
        assert re.fullmatch("[0-9a-f]{64}", source.sha256), source
        assert source.licence
        assert bool(source.url) == bool(repository(source) and source.commit), source
    if claim.differs:
        assert claim.differs.ours != claim.printed
        assert not re.search(r"[.{}]$|^$", claim.differs.because)


def test_deviations_are_those_of_the_card():
    """A claim about a deviation of a card has its number, as it stands there."""
    claims = [(subject, claim) for subject, claim in CLAIMS if claim.place == DEVIATIONS]
    assert len(claims) >= 4
    for subject, claim in claims:
        text = " ".join(find_entry(subject).card.deviations)
        assert re.search(rf"(?<![\w.,]){re.escape(claim.printed)}(?![\w.]|,\d)", text), claim.what


def test_norms_are_those_of_the_card():
    """A claim about a norm of a card has its number."""
    lacking = []
    for subject, claim in CLAIMS:
        if claim.place.startswith("card") and claim.place != DEVIATIONS and not claim.what.startswith(EQUAL):
            norms = str([asdict(norm) | {"quantiles": ()} for norm in find_entry(subject).card.norms])
            numbers = {float(found) for found in re.findall(r"(?<![\w.])\d*\.\d+|(?<![\w.])\d+(?![\w.])", norms)}
            if float(parse_printed(claim.printed)) not in numbers:
                lacking.append((subject, claim.what, claim.printed))
    assert lacking == []


def test_no_two_claims_are_the_same():
    keys = [(subject, claim.what, claim.paper, claim.place) for subject, claim in CLAIMS]
    assert len(set(keys)) == len(keys)


def test_what_is_shipped_comes_out():
    """Printed correlations, from printed scores."""
    assert len(SHIPPED) >= 70
    states = {name(pair): check_claim(*pair) for pair in SHIPPED}
    assert {key: found.why for key, found in states.items() if found.state not in ("equal", "differs")} == {}


def test_the_page_has_every_claim():
    """Where it lacks one: `make fidelity FROM=...`."""
    text = PAGE.read_text("utf-8").replace("\\", "")
    sections = {part.partition("\n")[0]: part.splitlines() for part in text.split("\n## ")}
    lacking = [name(pair) for pair in CLAIMS if not any(_is_row(line, pair[1]) for line in sections.get(pair[0], []))]
    assert lacking == []
    assert "| wrong |" not in text


def _is_row(line, claim):
    return line.startswith(f"| {claim.what} | {claim.paper} | {claim.place} | {claim.printed} |")


def test_clones_of_the_authors_repositories_give_what_is_printed():
    """Of the files that are there."""
    folders = os.environ.get(CLONES)
    if not folders:
        pytest.skip(f"{CLONES} names no folder of clones")
    checked = check_claims((), [Path(folder) for folder in folders.split(os.pathsep)])
    assert {found.claim.what: found.why for found in checked if found.state == "wrong"} == {}
    assert sum(found.state == "equal" for found in checked) >= 100
