"""What to cite: this software and the papers of benchmarks, as BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import metadata

from helm_creativity.benchmark.card import Card, Paper
from helm_creativity.version import __version__

CITATION = re.compile(r"(?P<authors>.+?) (?P<year>\d{4}), (?P<title>.+)", re.DOTALL)
"""How cards cite a paper."""
DOI = "https://doi.org/"
STOP_WORDS = {"a", "an", "the"}


def software_entry() -> str:
    """The entry of this package."""
    known = metadata("helm-creativity")
    title = f"helm-creativity: {known['Summary']}"
    fields = {
        "author": "{The helm-creativity authors}",
        "title": f"{{{title}}}",
        "howpublished": f"Computer software, version {__version__}",
        "note": f"License: {known['License'] or known['License-Expression']}",
    }
    return _entry("helm_creativity", fields)


def paper_entry(paper: Paper) -> str:
    """The entry of a paper: of a type that every style knows, the title with the journal as the card has them."""
    found = CITATION.fullmatch(paper.citation)
    fields = {"title": f"{{{_escaped(paper.citation)}}}"}
    if found:
        authors = re.split(r", | and ", found["authors"].removesuffix(" et al."))
        names = [f"{{{_escaped(name)}}}" for name in authors] + ["others"] * found["authors"].endswith(" et al.")
        fields = {
            "author": " and ".join(names),
            "title": f"{{{_escaped(found['title'])}}}",
            "year": found["year"],
        }
    if paper.url.startswith(DOI):
        fields["doi"] = paper.url.removeprefix(DOI)
    fields["url"] = paper.url
    return _entry(_key(paper), fields)


def bibliography(cards: Iterable[Card]) -> str:
    """This package, then each paper of the benchmarks once, with the benchmarks that follow it.

    The first lines name the versions of package and cards, which a footnote needs.
    """
    papers: dict[Paper, list[str]] = {}
    versions = []
    for card in cards:
        versions.append(f"% {card.group}, card {card.version}")
        for paper in card.papers:
            key = next((known for known in papers if known.citation == paper.citation), paper)
            papers.setdefault(key, []).append(card.short_title or card.title)
    entries = [f"% {', '.join(names)}\n{paper_entry(paper)}" for paper, names in papers.items()]
    return "\n\n".join(["\n".join([f"% helm-creativity {__version__}", *versions]), software_entry(), *entries]) + "\n"


def _key(paper: Paper) -> str:
    found = CITATION.fullmatch(paper.citation)
    if not found:
        return "_".join(re.findall(r"\w+", paper.citation.lower())[:4])
    words = [word for word in re.findall(r"[^\W_]+", found["title"].lower()) if word not in STOP_WORDS]
    return f"{re.sub(r'[^a-z]', '', re.split(', | and ', found['authors'])[0].lower())}{found['year']}{words[0]}"


def _entry(key: str, fields: dict[str, str]) -> str:
    return "\n".join([f"@misc{{{key},", *(f"  {name} = {{{value}}}," for name, value in fields.items()), "}"])


def _escaped(text: str) -> str:
    return re.sub(r"([&%#_$])", r"\\\1", text)
