"""CITATION.cff, the metadata and the BibTeX in the README agree."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import yaml

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.reports.citations import software_entry

ROOT = Path(__file__).parents[2]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))


def bibtex(citation):
    """An entry of a type that every style knows; braces of their own keep name and title as they are."""
    authors = " and ".join(f"{{{author['name']}}}" for author in citation["authors"])
    fields = {
        "author": authors,
        "title": f"{{{citation['title']}}}",
        "howpublished": f"Computer software, version {citation['version']}",
        "note": f"License: {citation['license']}",
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join(["@misc{helm_creativity,", *lines, "}"])


def test_the_readme_prints_the_bibtex_of_the_citation_file():
    blocks = re.findall(r"^```bibtex\n(.*?)\n```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks == [bibtex(CITATION)] == [software_entry()]


def test_the_citation_file_agrees_with_the_metadata():
    """The version is compared in tests/test_packaging.py."""
    config = configparser.ConfigParser(interpolation=None)
    config.read(ROOT / "setup.cfg")
    metadata = config["metadata"]
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] == "software"
    assert CITATION["title"] == f"{metadata['name']}: {metadata['description']}"
    assert CITATION["license"] == metadata["license"]
    assert CITATION["keywords"] == metadata["keywords"].split(", ")


def test_the_number_of_benchmarks_is_the_true_one():
    numerals = {18: "eighteen", 19: "nineteen", 20: "twenty"}
    numeral = numerals[sum(benchmark.ours for benchmark in list_entries())]
    assert CITATION["abstract"].startswith(f"{numeral.capitalize()} benchmarks")
    assert numeral.capitalize() in (ROOT / "README.md").read_text("utf-8").split("##")[0]
