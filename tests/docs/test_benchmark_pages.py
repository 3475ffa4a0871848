"""The page of every benchmark: what it shows is what is asked and what is scored."""

import contextlib
import io
import re
from pathlib import Path

import benchmark_pages
import pytest

from helm_creativity.core.registry import find_entry
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import FileProblem

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "benchmarks").glob("*.md"))
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MATRIX = re.compile(r"^\| (distance|cosine) \| (.+) \|\n\| ---.*\n((?:\|.*\n)+)", re.MULTILINE)
WITH_MATRIX = [path for path in PAGES if MATRIX.search(path.read_text("utf-8"))]

every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)


def cells(row):
    """The cells of a row of a table."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


@every_page
def test_prompt_and_tables_are_current(path):
    """Otherwise: ``make generated``."""
    text = path.read_text("utf-8")
    meaning = (DOCS / "what-scores-mean.md").read_text("utf-8")
    assert text == benchmark_pages.page(text, find_entry(path.stem), meaning)


@every_page
def test_pages_have_the_same_parts(path):
    """A title, an item, a response, and how to read the score."""
    text = path.read_text("utf-8").partition(benchmark_pages.FACTS)[0]
    assert re.findall(r"^# (.*)", text, re.MULTILINE) == [find_entry(path.stem).card.title]
    parts = [part for part in re.findall(r"^## (.*)", text, re.MULTILINE) if part != "What judges are asked"]
    assert parts == ["An item", "A response and its score", "Read it well"]


@every_page
def test_examples_print_what_is_shown(path):
    """One after the other, each with names of its own."""
    text = path.read_text("utf-8")
    examples = EXAMPLE.findall(text)
    assert len(examples) == text.count("```python") > 0
    for code, shown in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {})
        assert printed.getvalue() == shown


@pytest.mark.parametrize(
    "path", [path for path in PAGES if MATRIX.search(path.read_text("utf-8"))], ids=lambda path: path.stem
)
def test_distances_of_words_are_those_of_the_vectors(path):
    """To the digits shown."""
    (table,) = load_embeddings("builtin")
    for kind, head, rows in MATRIX.findall(path.read_text("utf-8")):
        across = cells(head)
        for word, *shown in map(cells, rows.splitlines()):
            vectors = table.embed([word, *across]).vectors.astype(float)
            cosines = vectors[1:] @ vectors[0]
            for value, cell in zip(cosines if kind == "cosine" else 1 - cosines, shown, strict=True):
                assert not cell or float(cell) == pytest.approx(value, abs=0.5 * 10.0 ** -len(cell.partition(".")[2]))


def test_a_page_without_a_prompt_is_refused():
    """And one whose marks are missing, or whose item is of another benchmark."""
    head = "The prompt of the item `{}` under `{}`:\n\n```text\n```\n"
    rows = "| `creativity_rat` | 1 | 2 |\n"
    rat = find_entry("rat")
    for text, message in (
        ("# RAT\n", "expected a line 'The prompt of"),
        (head.format("rat001", "creativity_dat"), "expected a run entry of creativity_rat"),
        (head.format("dat001", "creativity_rat"), "creativity_rat has no item 'dat001'"),
        (head.format("rat001", "creativity_rat"), "expected the marks '<!-- facts"),
    ):
        with pytest.raises(FileProblem, match=re.escape(message)):
            benchmark_pages.page(text, rat, rows)
    with pytest.raises(FileProblem, match="expected a row of creativity_rat"):
        benchmark_pages.baselines(rat, "")
