"""The page of every benchmark: what it shows is what is asked and what is scored."""

import contextlib
import io
import re
from pathlib import Path

import benchmark_pages
import pytest

from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import FileProblem

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "benchmarks").glob("*.md"))
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MATRIX = re.compile(r"^\| (distance|cosine) \| (.+) \|\n\| ---.*\n((?:\|.*\n)+)", re.MULTILINE)

every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)


def cells(row):
    """The cells of a row of a table."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def test_every_benchmark_has_a_page():
    """And no page is of another one."""
    assert [path.stem for path in PAGES] == sorted(entry.name for entry in list_entries() if entry.ours)


@every_page
def test_prompt_and_tables_are_current(path):
    """Otherwise: ``make generated``."""
    text = path.read_text("utf-8")
    meaning = (DOCS / "what-scores-mean.md").read_text("utf-8")
    assert text == benchmark_pages.page(text, find_entry(path.stem), meaning)


def test_the_overview_leads_to_every_page():
    """Otherwise: ``make generated``."""
    text = (DOCS / "benchmarks.md").read_text("utf-8")
    assert text == benchmark_pages.overview(text, [entry for entry in list_entries() if entry.ours])


@every_page
def test_pages_have_the_same_parts(path):
    """A title, an item, a response, and how to read the score."""
    text = path.read_text("utf-8").partition(benchmark_pages.FACTS)[0]
    assert re.findall(r"^# (.*)", text, re.MULTILINE) == [find_entry(path.stem).card.title]
    assert re.findall(r"^## (.*)", text, re.MULTILINE) == ["An item", "A response and its score", "Read it well"]


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


def test_questions_to_judges_are_named_where_judges_are_asked():
    """As files that are there."""
    shown = benchmark_pages.questions(find_entry("metaphor"), "creativity_metaphor:prompts=own")
    assert shown == " Questions to judges: [`creativity`](../../scenarios/metaphor/prompts/creativity.j2)."
    assert benchmark_pages.questions(find_entry("rat"), "creativity_rat") == ""


def test_common_settings_are_described_in_the_overview():
    """And only there."""
    text = (DOCS / "benchmarks.md").read_text("utf-8").partition("## Common settings")[2].partition("\n## ")[0]
    described = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE))))
    assert {name for name, _ in benchmark_pages.common_settings()} <= described


def test_a_family_of_benchmarks_has_its_deviations_once():
    """The others lead to them."""
    first, other = (benchmark_pages.deviations(find_entry(name)) for name in ("design_problems", "metaphor"))
    assert "AGC-Judge" in first
    assert "AGC-Judge" not in other
    assert "of the deviations of [Design Problems](design_problems.md#deviations-from-the-source)" in other


def test_of_a_long_prompt_the_beginning_is_shown():
    """Whole paragraphs."""
    paragraphs = ["word " * 50, "word " * 50, "word " * 50]
    assert benchmark_pages.beginning("\n\n".join(paragraphs)) == f"{paragraphs[0]}\n\n[...]"
    assert benchmark_pages.beginning(paragraphs[0]) == paragraphs[0]


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


def test_a_new_benchmark_gets_a_page_to_be_filled(tmp_path):
    """By ``make generated``, before the baselines have run it; what is written by hand stays."""
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "what-scores-mean.md").write_text("", "utf-8")
    overview = (DOCS / "benchmarks.md").read_text("utf-8")
    (tmp_path / "benchmarks.md").write_text(overview, "utf-8")
    for path in PAGES:
        if path.stem != "rat":
            (tmp_path / "benchmarks" / path.name).write_bytes(path.read_bytes())
    benchmark_pages.main(tmp_path)
    text = (tmp_path / "benchmarks/rat.md").read_text("utf-8")
    assert text.startswith("# Remote Associates Test\n\nTODO")
    assert 'each of "rabbit", "knife", and "lumber"' in text
    assert "## Submetrics" in text
    assert "[Baselines](" not in text
    before, after = ((folder / "benchmarks/dat.md").read_text("utf-8") for folder in (DOCS, tmp_path))
    assert after.partition(benchmark_pages.FACTS)[0] == before.partition(benchmark_pages.FACTS)[0]
    assert (tmp_path / "benchmarks.md").read_text("utf-8") == overview


@every_page
def test_baselines_stand_on_every_page(path):
    """As ``make demo`` has run them."""
    assert "[Baselines](" in path.read_text("utf-8")
