"""What the benchmarks' pages say of their cards and prompts: ``python tools/benchmark_pages.py docs``.

A page is written by hand, but for the prompt of the item that it shows, and for its end: what judges are asked, and the
tables of ``helm-creativity list NAME``. A benchmark without a page gets one that is to be filled. The overview,
``benchmarks.md``, leads to each page.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from helm.common.object_spec import parse_object_spec
from readme_table import between

from helm_creativity.benchmark.base import asked_rubrics, parse_settings
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries
from helm_creativity.benchmark.settings import Settings
from helm_creativity.errors import FileProblem
from helm_creativity.reports.benchmarks import benchmark_tables, default_settings
from helm_creativity.reports.tables import render

FACTS, FACTS_END = "<!-- facts: made from the card by `make generated` -->", "<!-- /facts -->"
PAGES, PAGES_END = "<!-- pages: made from the cards by `make generated` -->", "<!-- /pages -->"
PROMPT = re.compile(
    r"^(The prompt of the item `([^`\n]+)` under `([^`\n]+)`[^\n]*\n(?:[^\n]+\n)*\n```text\n)(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
"""A paragraph that begins with an item and a run entry, and the block below it."""
ADDRESS, BACKSLASH = re.compile(r"^\| (https://\S+)", re.MULTILINE), "\\"
WIDTH = 120
"""Of the lines of a prompt on a page."""
BASELINES = """## Baselines

| greedy search | nouns at random |
| --: | --: |
| {greedy} | {nouns} |

With standard errors, as `make demo` runs them: with the built-in table, and with the lexical judge where judges rate
([all of them](../what-scores-mean.md#shipped-baselines)).

"""
QUESTIONS = """## What judges are asked

Under `{entry}`. Words in capitals stand for what is filled in.

"""
SKELETON = """# {title}

TODO: one or two sentences of what is asked, and what the score is.

## An item

The prompt of the item `{item}` under `{group}`:

```text
```

## A response and its score

TODO: a python block that scores a short response, a text block with what it prints, and the score worked out by hand.

## Read it well

TODO: what the score does not say.

{facts}
{end}
"""
DEMO = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
"""A row of the table of ``make demo``: run entry, greedy search, random nouns."""
HEADS = {
    "benchmark": "In short",
    "protocols": "Protocols",
    "settings": "Settings",
    "submetrics": "Submetrics",
    "deviations": "Deviations from the source",
    "papers": "Papers",
}
"""Heading of each table, by its name."""


def facts(entry: BenchmarkEntry) -> str:
    """A benchmark's card and settings as Markdown tables."""
    tables = [replace(table, title=HEADS[table.name]) for table in benchmark_tables(entry, here=False)]
    return ADDRESS.sub(lambda found: f"| <{found[1].replace(BACKSLASH, '')}>", render(tables, "markdown"))


def baselines(entry: BenchmarkEntry, meaning: str) -> str:
    """What the baselines score, "" for a benchmark that ``make demo`` has not run yet.

    Args:
        entry: the benchmark's place.
        meaning: the page on what scores mean, which has the table of ``make demo``.
    """
    rows = {group: scores for group, *scores in DEMO.findall(meaning)}
    if entry.group not in rows:
        return ""
    greedy, nouns = rows[entry.group]
    return BASELINES.format(greedy=greedy, nouns=nouns)


def skeleton(entry: BenchmarkEntry) -> str:
    """A page to be filled, about the first item of a run entry without arguments."""
    benchmark = load_benchmark(entry)
    item = next(iter(benchmark.items(default_settings(benchmark))))
    return SKELETON.format(title=entry.card.title, item=item.id, group=entry.group, facts=FACTS, end=FACTS_END)


def entry_settings(entry: BenchmarkEntry, run_entry: str) -> Settings:
    """The settings of a run entry, without the files that it would need.

    Raises:
        FileProblem: for another benchmark's run entry.
    """
    spec = parse_object_spec(run_entry)
    if spec.class_name != entry.group:
        raise FileProblem(f"expected a run entry of {entry.group}, got {run_entry!r}")
    settings: Settings = parse_settings(load_benchmark(entry), spec.args, require=False)
    return settings


def prompt(entry: BenchmarkEntry, item: str, run_entry: str) -> str:
    """The prompt of an item as it is sent under a run entry, its longer lines broken.

    Raises:
        FileProblem: for another benchmark's run entry, or an item that it does not have.
    """
    items = load_benchmark(entry).items(entry_settings(entry, run_entry))
    text = next((found.prompt.text for found in items if found.id == item), None)
    if text is None:
        raise FileProblem(f"{run_entry} has no item {item!r}")
    return broken(text)


def questions(entry: BenchmarkEntry, run_entry: str) -> str:
    """What judges are asked under a run entry, "" where none is: of a question with branches the first one."""
    rubrics = asked_rubrics(load_benchmark(entry), entry_settings(entry, run_entry))
    blocks = []
    for rubric in rubrics:
        first = {form.id: form.text for form in reversed(rubric.forms())}
        text = "\n\n".join(first[name] for name in (rubric.system, rubric.user) if name)
        blocks.append(f"`{rubric.name}`:\n\n```text\n{broken(text)}\n```\n\n")
    return QUESTIONS.format(entry=run_entry) + "".join(blocks) if blocks else ""


def broken(text: str) -> str:
    """A text whose longer lines are broken."""
    lines = text.splitlines()
    return "\n".join(textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False) for line in lines)


def page(text: str, entry: BenchmarkEntry, meaning: str) -> str:
    """A page with the prompts that it shows, and with the tables between its marks.

    Args:
        text: the page as it is.
        entry: the benchmark's place.
        meaning: the page on what scores mean.

    Raises:
        FileProblem: for a page without the marks, or without a prompt.
    """
    shown = PROMPT.search(text)
    if shown is None:
        raise FileProblem("expected a line 'The prompt of the item `ID` under `RUN ENTRY`' and a text block below it")
    text = PROMPT.sub(lambda found: f"{found[1]}{prompt(entry, found[2], found[3])}\n```", text)
    return between(text, FACTS, FACTS_END, f"\n{questions(entry, shown[3])}{baselines(entry, meaning)}{facts(entry)}\n")


def overview(text: str, entries: Iterable[BenchmarkEntry]) -> str:
    """The overview with its table of pages between the marks.

    Raises:
        FileProblem: when the marks are not there.
    """
    rows = (f"| [{entry.card.title}](benchmarks/{entry.name}.md) | {entry.card.summary} |" for entry in entries)
    return between(
        text, PAGES, PAGES_END, "\n".join(("| benchmark | what is asked and scored |", "| --- | --- |", *rows))
    )


def main(folder: Path) -> None:
    """Rewrites pages and overview: the benchmarks of this package, whatever others are installed."""
    entries = [entry for entry in list_entries() if entry.ours]
    meaning = (folder / "what-scores-mean.md").read_text("utf-8")
    for entry in entries:
        path = folder / "benchmarks" / f"{entry.name}.md"
        text = path.read_text("utf-8") if path.exists() else skeleton(entry)
        path.write_text(page(text, entry, meaning), "utf-8")
    path = folder / "benchmarks.md"
    path.write_text(overview(path.read_text("utf-8"), entries), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
