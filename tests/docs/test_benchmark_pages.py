"""The page of every benchmark: what it shows is what is asked and what is scored."""

import contextlib
import io
import re
import shutil
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


def test_the_overview_leads_to_every_page_and_describes_common_settings():
    """Otherwise: ``make generated``. No page is of another benchmark."""
    text, ours = (DOCS / "benchmarks.md").read_text("utf-8"), [entry for entry in list_entries() if entry.ours]
    assert [path.stem for path in PAGES] == sorted(entry.name for entry in ours)
    assert text == benchmark_pages.overview(text, ours)
    common = text.partition("## Common settings")[2].partition("\n## ")[0]
    described = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \|", common, re.MULTILINE))))
    assert {name for name, _ in benchmark_pages.common_settings()} <= described


@every_page
def test_pages_have_the_same_parts_and_are_current(path):
    """A title, an item, a response, and how to read the score; the rest ``make generated`` and ``make demo`` write."""
    text, entry = path.read_text("utf-8"), find_entry(path.stem)
    assert text == benchmark_pages.page(text, entry, (DOCS / "what-scores-mean.md").read_text("utf-8"))
    own = text.partition(benchmark_pages.FACTS)[0]
    assert re.findall(r"^# (.*)", own, re.MULTILINE) == [entry.card.title]
    assert re.findall(r"^## (.*)", own, re.MULTILINE) == ["An item", "A response and its score", "Read it well"]
    assert "[Baselines](" in text


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
    (table,) = load_embeddings("builtin")
    for kind, head, rows in MATRIX.findall(path.read_text("utf-8")):
        across = cells(head)
        for word, *shown in map(cells, rows.splitlines()):
            vectors = table.embed([word, *across]).vectors.astype(float)
            cosines = vectors[1:] @ vectors[0]
            for value, cell in zip(cosines if kind == "cosine" else 1 - cosines, shown, strict=True):
                assert not cell or float(cell) == pytest.approx(value, abs=0.5 * 10.0 ** -len(cell.partition(".")[2]))


def test_what_is_said_of_questions_and_of_a_familys_deviations():
    """Questions are named as files, where judges are asked; deviations stand once, and the others lead to them."""
    shown = benchmark_pages.questions(find_entry("metaphor"), "creativity_metaphor:prompts=own")
    assert shown == " Questions to judges: [`creativity`](../../scenarios/metaphor/prompts/creativity.j2)."
    assert benchmark_pages.questions(find_entry("rat"), "creativity_rat") == ""
    first, other = (benchmark_pages.deviations(find_entry(name)) for name in ("design_problems", "metaphor"))
    assert ("AGC-Judge" in first, "AGC-Judge" in other) == (True, False)
    assert "of the deviations of [Design Problems](design_problems.md#deviations-from-the-source)" in other


@pytest.mark.parametrize(
    ("paragraphs", "shown"),
    [((60, 60), (60, 60)), ((60, 60, 1), (60,)), ((50, 10, 61), (50, 10)), ((61, 60), (61, 60))],
)
def test_of_a_long_prompt_the_beginning_is_shown(paragraphs, shown):
    """Whole paragraphs, here of so many words."""
    text, expected = ("\n\n".join("word " * n for n in numbers) for numbers in (paragraphs, shown))
    assert benchmark_pages.beginning(text) == expected + "\n\n[...]" * (paragraphs != shown)


HEAD = "The prompt of the item `{}` under `{}`:\n\n```text\n```\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# RAT\n", "expected a line 'The prompt of"),
        (HEAD.format("rat001", "creativity_dat"), "expected a run entry of creativity_rat"),
        (HEAD.format("dat001", "creativity_rat"), "creativity_rat has no item 'dat001'"),
        (HEAD.format("rat001", "creativity_rat"), "expected the marks '<!-- facts"),
    ],
)
def test_a_page_without_a_prompt_is_refused(text, message):
    """And one whose marks are missing, or whose item is of another benchmark."""
    with pytest.raises(FileProblem, match=message):
        benchmark_pages.page(text, find_entry("rat"), "| `creativity_rat` | 1 | 2 |\n")


def test_a_new_benchmark_gets_a_page_to_be_filled(tmp_path):
    """By ``make generated``, before the baselines have run it; what is written by hand stays."""
    shutil.copytree(DOCS / "benchmarks", tmp_path / "benchmarks", ignore=shutil.ignore_patterns("rat.md"))
    (tmp_path / "what-scores-mean.md").write_text("", "utf-8")
    overview = Path(shutil.copy(DOCS / "benchmarks.md", tmp_path)).read_text("utf-8")
    benchmark_pages.main(tmp_path)
    text = (tmp_path / "benchmarks/rat.md").read_text("utf-8")
    assert text.startswith("# Remote Associates Test\n\nFind the one word")
    assert "TODO" in text
    assert re.search('each of "rabbit", "knife", and "lumber"(.|\n)*## Submetrics', text)
    assert "[Baselines](" not in text
    before, after = ((folder / "benchmarks/dat.md").read_text("utf-8") for folder in (DOCS, tmp_path))
    assert after.partition(benchmark_pages.FACTS)[0] == before.partition(benchmark_pages.FACTS)[0]
    assert (tmp_path / "benchmarks.md").read_text("utf-8") == overview
