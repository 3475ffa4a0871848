"""What the benchmarks' pages say of their cards and prompts: ``python tools/benchmark_pages.py docs``.

A page is written by hand, but for the prompt of the item that it shows, and for its end: what judges are asked, and the
card's protocols, settings, submetrics, deviations and papers. Settings and submetrics that several benchmarks share are
described in the overview, ``benchmarks.md``, which leads to each page. One without a page gets one to be filled.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from helm.common.object_spec import parse_object_spec
from readme_table import between

from helm_creativity.benchmark.base import asked_rubrics, parse_settings
from helm_creativity.benchmark.card import Paper, common_submetrics
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries
from helm_creativity.benchmark.settings import Settings
from helm_creativity.errors import FileProblem
from helm_creativity.reports.benchmarks import asks_judges, benchmark_tables, default_items, default_settings

FACTS, FACTS_END = "<!-- facts: `make generated` -->", "<!-- /facts -->"
PAGES, PAGES_END = "<!-- pages: made from the cards by `make generated` -->", "<!-- /pages -->"
SUBMETRICS, SUBMETRICS_END = "<!-- submetrics: made by `make generated` -->", "<!-- /submetrics -->"
PROMPT = re.compile(
    r"^(The prompt of the item `([^`\n]+)` under `([^`\n]+)`[^\n]*\n(?:[^\n]+\n)*\n```text\n)(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
"""A paragraph that begins with an item and a run entry, and the block below it."""
WIDTH = 120
"""Of the lines of a prompt on a page."""
SHOWN = 120
"""Words of a prompt that are shown; of a longer one its beginning."""
NAMED = 7
"""Submetrics with one description that are all named; of more the first and the last."""
SHARED = 4
"""Benchmarks that have a setting, and describe it alike, before it is a common one."""
HEAD, FAMILY = "Deviations from the source", 5
"""A heading, and the deviations that a family of benchmarks has in common at least."""
MEANING = "../what-scores-mean.md#shipped-baselines"
JUDGED = ("judges", "design", "seed", "judge_temp", "judge_max_tokens", "weighted", "delimiters", "warned", "anchors")
USUAL = (("temp", "1"), ("max_tokens", "4096"), ("estimate", "false"), ("prompts", "authors"))
"""Common settings whose default the overview names."""
COMMON = "../benchmarks.md#common-settings"
COMMON_SUBMETRICS = "../benchmarks.md#common-submetrics"
SETTING = r"\b[\w-]+=[\w.+@*-]*[\w*]"
TOKEN = re.compile(rf"`[^`]*`|(?:{SETTING},)*{SETTING}|\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b|[*<>|\[\]]")
"""What stands as code on a page, or is escaped."""
YEAR = re.compile(r"^(.*?),? (\d{4})\b")
SKELETON = """# {title}

{summary}

```sh
helm-creativity run {name} --model openai/gpt-4o-2024-11-20{judges}
```

## An item

The prompt of the item `{item}` under `{group}`:

```text
```

## A response and its score

TODO: a python block that scores a short response, a text block with what it prints, and the score worked out by hand.

## Read it well

It measures {measures}

It does not say {does_not_measure}

{facts}
{end}
"""
DEMO = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
"""A row of the table of ``make demo``: run entry, greedy search, random nouns."""


def marked(text: str) -> str:
    """A card's text as Markdown: names and settings as code."""

    def shown(found: re.Match[str]) -> str:
        token = found[0]
        return token if token[0] == "`" else f"\\{token}" if len(token) == 1 else f"`{token}`"

    return TOKEN.sub(shown, " ".join(text.split()))


def section(title: str, lines: Sequence[str]) -> str:
    """A heading and a list, "" without lines."""
    return f"## {title}\n\n" + "\n".join(f"* {line}" for line in lines) + "\n\n" if lines else ""


@cache
def common_settings() -> frozenset[tuple[str, str]]:
    """The settings that several benchmarks have and describe alike, with what is said of them."""
    counts: Counter[tuple[str, str]] = Counter()
    for entry in list_entries():
        if entry.ours:
            counts.update((name, option.help) for name, option in load_benchmark(entry).options.items())
    return frozenset(setting for setting, count in counts.items() if count >= SHARED)


def protocols(entry: BenchmarkEntry) -> str:
    """The card's protocols, the default one marked."""
    card = entry.card
    lines = [
        f"`{name}`{' (default)' if name == card.default_protocol and len(card.protocols) > 1 else ''}: {marked(what)}"
        for name, what in card.protocols.items()
    ]
    return section("Protocols", lines)


def settings(entry: BenchmarkEntry) -> str:
    """The settings that are the benchmark's own, and the names of the others with their defaults."""
    (table,) = (table for table in benchmark_tables(entry, here=False) if table.name == "settings")
    common = common_settings()
    lines, others = [], []
    for row in table.rows:
        name, default, values, what = row["setting"], row["default"], row["values"], row["what"]
        if name == "protocol":
            continue
        if (name, what) in common:
            if name not in JUDGED and name != "instruction" and (name, default) not in USUAL:
                others.append(f"`{name}={default}`")
            continue
        named = {part.strip() for part in values.split("|")}
        known = values == "a text" or "+" in values or all(part in what for part in named)
        told = "" if known else f" ({values.replace(' |', ',')})"
        lines.append(f"`{name}={default}`{told}: {marked(what)}")
    last = f"[Common settings]({COMMON}){': ' if others else ''}{', '.join(others)}"
    return section("Settings", [*lines, last])


def submetrics(entry: BenchmarkEntry) -> str:
    """The submetrics that are the benchmark's own, those with one description together, and the names of the others."""
    common = common_submetrics()
    shown = [metric for metric in entry.card.submetrics if not metric.name.endswith("_se")]
    own = [metric for metric in shown if metric.name not in common]
    lines = []
    for what, group in groupby(own, key=lambda metric: metric.description):
        metrics = list(group)
        names = [f"`{metric.name}`" for metric in metrics]
        listed = ", ".join(names) if len(names) <= NAMED else f"{names[0]} to {names[-1]} ({len(names)})"
        lines.append(f"{listed}{' ↓' if metrics[0].lower_is_better else ''}: {marked(what)}")
    others = [metric.name for metric in shown if metric.name in common]
    told = [f"`{name}`" for name in others if not name.startswith("judge")]
    if len(told) < len(others):
        told.append("those of judges")
    if told:
        lines.append(f"[Common submetrics]({COMMON_SUBMETRICS}): {', '.join(told)}")
    return section("Submetrics", lines)


def paper(found: Paper) -> str:
    """Authors and year, which lead to the paper."""
    matched = YEAR.match(found.citation)
    if matched is None:
        return f"[{found.citation}]({found.url})"
    names = re.split(r", | and ", matched[1])
    authors = matched[1] if len(names) <= 2 else f"{names[0]} et al."
    return f"[{authors} {matched[2]}]({found.url})"


def deviations(entry: BenchmarkEntry) -> str:
    """The card's deviations, or where they stand already and the others, for a benchmark of a family."""
    own = entry.card.deviations
    for other in list_entries():
        same = set(own) & set(other.card.deviations)
        if other.ours and other.name < entry.name and len(same) > FAMILY:
            link = f"[{other.card.title}]({other.name}.md#deviations-from-the-source)"
            lines = [f"{len(same)} of the deviations of {link}", *(marked(text) for text in own if text not in same)]
            return section(HEAD, lines)
    return section(HEAD, [marked(text) for text in own])


def facts(entry: BenchmarkEntry, asked: str, scored: str) -> str:
    """What the card says, with the files of what judges are asked and what baselines score."""
    card = entry.card
    licensed = [(licence, [*group]) for licence, group in groupby(card.items, key=lambda found: found.licence)]
    sets = "; ".join(f"{', '.join(f'{a.name} {a.count:,}' for a in group)} ({licence})" for licence, group in licensed)
    papers = ", ".join(map(paper, card.papers))
    short = f"Version {card.version}; {card.language}. Papers: {papers}. Items: {marked(sets)}.{asked}{scored}"
    return (
        f"## In short\n\n{short}\n\n" + protocols(entry) + settings(entry) + submetrics(entry) + deviations(entry)
    ).rstrip("\n")


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
    return f" [Baselines]({MEANING}): greedy search {greedy}, nouns at random {nouns}."


def skeleton(entry: BenchmarkEntry) -> str:
    """A page to be filled, about the first item of a run entry without arguments."""
    benchmark = load_benchmark(entry)
    chosen, card = default_settings(benchmark), entry.card
    item = next(iter(benchmark.items(chosen)))
    judges = " --judges openai/gpt-4o-2024-11-20" if asks_judges(chosen) == "needed" else ""
    what = {name: getattr(card, name) for name in ("title", "name", "summary", "measures", "does_not_measure")}
    return SKELETON.format(item=item.id, group=entry.group, judges=judges, facts=FACTS, end=FACTS_END, **what)


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
    return broken(beginning(text))


def questions(entry: BenchmarkEntry, run_entry: str) -> str:
    """The files of what judges are asked under a run entry, "" where none is."""
    rubrics = asked_rubrics(load_benchmark(entry), entry_settings(entry, run_entry))
    names = dict.fromkeys(form.id for rubric in rubrics for form in rubric.forms())
    files = [f"[`{name}`](../../scenarios/{entry.name}/prompts/{name}.j2)" for name in names]
    return f" Questions to judges: {', '.join(files)}." if files else ""


def beginning(text: str) -> str:
    """A prompt's first paragraphs, where it is long."""
    if len(text.split()) <= SHOWN:
        return text
    shown: list[str] = []
    for paragraph in text.split("\n\n"):
        if len(" ".join([*shown, paragraph]).split()) > SHOWN // 2:
            break
        shown.append(paragraph)
    return "\n\n".join([*shown, "[...]"]) if shown else text


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
    return between(text, FACTS, FACTS_END, f"\n{facts(entry, questions(entry, shown[3]), baselines(entry, meaning))}\n")


def overview(text: str, entries: Iterable[BenchmarkEntry]) -> str:
    """The overview with its table of pages, and that of common submetrics, between their marks.

    Raises:
        FileProblem: when the marks are not there.
    """
    rows = ["| benchmark | domain | requests | judges |", "| --- | --- | --: | --- |"]
    for entry in entries:
        default = default_settings(load_benchmark(entry))
        requests = (default_items(entry.card) or 0) * default.trials
        title = f"[{entry.card.title}](benchmarks/{entry.name}.md)"
        rows.append(f"| {title} | {entry.card.domain} | {requests:,} | {asks_judges(default)} |")
    metrics = [
        f"* `{name}`{' ↓' if metric.get('lower_is_better') else ''}: {marked(metric['description'])}"
        for name, metric in common_submetrics().items()
    ]
    text = between(text, PAGES, PAGES_END, "\n".join(rows))
    return between(text, SUBMETRICS, SUBMETRICS_END, "\n".join(metrics))


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
