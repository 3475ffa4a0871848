"""Suites as a data set of the Hugging Face Hub: the tidy tables in Parquet, and a data set card that names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from helm_creativity.core.card import Card
from helm_creativity.core.pooling import is_baseline
from helm_creativity.io.records import writing
from helm_creativity.results.main_metrics import cards
from helm_creativity.results.suite import SuiteRuns
from helm_creativity.results.tidy import Warn, write_tables
from helm_creativity.safe_text import counted

TABLES = "data"
CARD = "README.md"
DEFAULT = "scores"
"""The table that is loaded where none is named."""
DESCRIPTIONS = {
    "runs": "a row per run: model, benchmark, comparable settings, provenance",
    "stats": "a row per stat of a run: scores, submetrics, standard errors, rates of failure",
    "scores": "a row per stat of a response",
    "responses": "a row per response: its text, and how it ended",
    "ratings": "a row per rating of a judge",
}


def write_dataset(found: SuiteRuns, folder: Path, responses: bool, warn: Warn) -> dict[str, int]:
    """Writes the tables, and a data set card where there is none yet: its owner may have added to the one that is.

    Args:
        found: the runs.
        folder: of the data set.
        responses: whether to write responses and judges' ratings.
        warn: gets a line for all that cannot be read, and for a card that was kept.

    Returns:
        Rows by the table's place in the folder.

    Raises:
        FileProblem: when a file cannot be written.
    """
    counts = write_tables(found, folder / TABLES, responses, responses, warn)
    path = folder / CARD
    if path.exists():
        warn(f"the data set card, since {path} is there; remove it to have it written anew")
    else:
        with writing(path) as out:
            out.write(dataset_card(found, counts))
    return {f"{TABLES}/{name}.parquet": n for name, n in counts.items()}


def dataset_card(found: SuiteRuns, counts: Mapping[str, int]) -> str:
    """``README.md``: a header in YAML for the Hub, then what the tables hold and where the benchmarks come from.

    Args:
        found: the runs.
        counts: rows by table. A table without rows is none for the Hub, which cannot load it.
    """
    import yaml

    known = {run.group: card for run in found.runs if (card := cards().get(run.group)) is not None}
    benchmarks = [known[group] for group in sorted(known)]
    filled = [name for name, n in counts.items() if n]
    default = DEFAULT if DEFAULT in filled else next(iter(filled), "")
    header = {
        "pretty_name": "Creativity of language models",
        "license": "other",
        "license_name": "see-the-benchmarks",
        "license_link": "#benchmarks",
        "tags": ["creativity", "evaluation", "helm-creativity"],
        "configs": [
            {
                "config_name": name,
                "data_files": f"{TABLES}/{name}.parquet",
                **({"default": True} if name == default else {}),
            }
            for name in filled
        ],
    }
    models = sorted({run.model for run in found.runs})
    return "\n".join(
        (
            "---",
            yaml.safe_dump(header, sort_keys=False, allow_unicode=True, width=120).rstrip(),
            "---",
            "",
            "# Creativity of language models",
            "",
            f"Results of {counted(len(models), 'model')} on {counted(len(known), 'benchmark')}, measured with "
            "helm-creativity on Stanford CRFM HELM.",
            "",
            "Scores are comparable where `comparable` in `runs` is the same. `run` joins all tables.",
            "",
            *(f"* `{name}`: {DESCRIPTIONS.get(name, name)} ({counted(counts[name], 'row')})" for name in filled),
            "",
            "Models: " + ", ".join(f"`{name}`" + (" (baseline)" if is_baseline(name) else "") for name in models),
            "",
            "## Benchmarks",
            "",
            *_sections(benchmarks),
        )
    )


def _sections(benchmarks: Iterable[Card]) -> Iterator[str]:
    for card in benchmarks:
        yield from (f"### {card.title} (`{card.group}`, card {card.version})", "", card.summary, "")
        for items in card.items:
            yield f"* Items `{items.name}`: {items.licence}; {items.source}"
        for paper in card.papers:
            yield f"* Cite: {paper.citation}, <{paper.url}>"
        yield ""
