"""What to cite."""

import re

import pytest
from support import command

from helm_creativity.benchmark.card import Paper
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.errors import BadArguments
from helm_creativity.reports.citations import bibliography, paper_entry, software_entry


def test_a_paper_is_an_entry():
    """Names in braces stay whole, what LaTeX would read as a command is escaped, and a DOI stands by itself."""
    text = "Olson, van Hell and Le Bras 2021, The naming of words & a test, PNAS 118(25)"
    assert paper_entry(Paper(text, "https://doi.org/10.1/x_y", "all")).splitlines() == [
        "@misc{olson2021naming,",
        "  author = {{Olson} and {van Hell} and {Le Bras}},",
        r"  title = {{The naming of words \& a test, PNAS 118(25)}},",
        "  year = {2021},",
        "  doi = {10.1/x_y},",
        "  url = {https://doi.org/10.1/x_y},",
        "}",
    ]
    more = paper_entry(Paper("Haase et al. 2025, S-DAT", "https://x.example", ""))
    assert "author = {{Haase} and others}" in more
    assert "doi" not in more
    assert "title = {{A page without a year}}" in paper_entry(Paper("A page without a year", "https://x.example", ""))


def test_every_card_can_be_cited():
    """Each paper once, under a key of its own, with authors and year."""
    cards = [entry.card for entry in list_entries() if entry.ours]
    text = bibliography(cards)
    keys = re.findall(r"^@misc\{([a-z0-9_]+),$", text, re.MULTILINE)
    papers = {paper.citation for card in cards for paper in card.papers}
    assert len(keys) == len(set(keys)) == len(papers) + 1
    assert text.count("  author = {") == text.count("  year = {") + 1 == len(keys)
    assert text.count("{") == text.count("}")
    assert all(f"% {card.group}, card {card.version}" in text for card in cards)
    chosen = command.run("cite", "dat", "dat", "rat").text
    assert chosen.startswith("% helm-creativity 0.1.0\n% creativity_dat, card ")
    assert software_entry() in chosen
    assert "note = {License: Apache-2.0}" in software_entry()
    assert [chosen.count(part) for part in ("% creativity_", "bowden2003normative", "qiu2025deep")] == [2, 1, 0]
    assert len(re.findall("% .*DAT.*\n@misc{schapiro2026", chosen)) == 1
    with pytest.raises(BadArguments, match=r"no benchmark 'dta'.*did you mean 'dat'"):
        command.run("cite", "dta")
