"""What the files of each set hold: rows, whose columns the card makes responses of, and people's ratings of each.

Files are pinned by checksums when they are fetched, so that nothing here doubts them; the texts of HANNA have none.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import parse_json, read_bytes, read_json
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.rows.tables import read_spreadsheet
from helm_creativity.benchmark.rows.workbooks import read_workbook
from helm_creativity.benchmark.rubrics import WARNING
from helm_creativity.benchmark.sources import ExamCard, require_source
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import listed

Rated = Iterator[tuple[Mapping[str, Any], Mapping[str, float]]]
"""Rows by column, each with the ratings by rater."""

INJECTIONS = Path(__file__).parent / "texts" / "injection.yaml"


def _path(name: str) -> Path:
    return require_source(name, f"{name}, of texts that people judged", "another set")


def _lines(name: str) -> list[tuple[int, str]]:
    lines = enumerate(_path(name).read_text("utf-8").split("\n"), start=1)
    return [(number, line) for number, line in lines if line.strip()]


def _attribution(card: ExamCard) -> Rated:
    """A story under one statement of who wrote it is one response."""
    for _, row in read_spreadsheet(_path("psychdepth-stories")).rows:
        writer = "people's" if row["model_short"].startswith("Human") else "models'"
        for criterion, said in card.reading["criteria"].items():
            known = {"criterion": criterion, "quality": said.format(warning=WARNING)}
            yield {**row, **known, "kind": f"{writer}, {criterion}"}, {}


def _confederacy(card: ExamCard) -> Rated:
    """The raters' sheet has ten criteria in a row per story, of each of the two raters of its group."""
    sheet: Sequence[Sequence[Any]] = read_workbook(_path("confederacy-ratings"))[0]
    for row in sheet[5:]:
        name, source, group = row[:3]
        if name in (None, "EXAMPLE") or group is None:
            continue
        text = decode(read_bytes(_path(f"confederacy-{name}")))
        for place, (criterion, quality) in enumerate(card.reading["criteria"].items()):
            known = {"name": name, "source": source, "group": group, "criterion": criterion, "quality": quality}
            ratings = {f"rater {group}.{rater}": float(row[start + place]) for rater, start in ((1, 4), (2, 18))}
            yield {**known, "text": text}, ratings


def decode(content: bytes) -> str:
    """A text in UTF-8 or in Windows-1252, with the line ends of the latter."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").strip()


def hanna_ratings(criteria: Iterable[str]) -> Mapping[tuple[int, str], Sequence[float]]:
    """The three ratings of each story of HANNA, by its number and the criterion's abbreviation.

    A row has lists of the ratings of the 96 stories of one system; stories are numbered system by system.
    """
    found: dict[tuple[int, str], list[float]] = defaultdict(list)
    start = 0
    for _, row in read_spreadsheet(_path("hanna-scores")).rows:
        numbers = range(0)
        for criterion in criteria:
            for rater in (1, 2, 3):
                ratings = json.loads(str(row[f"Human {rater} {criterion}"]))
                numbers = range(start, start + len(ratings))
                for number, rating in zip(numbers, ratings, strict=True):
                    found[number, criterion].append(float(rating))
        start = numbers.stop
    return found


def _hanna(card: ExamCard) -> Rated:
    """Each story has three rows in the other file, which must hold the same ratings."""
    criteria: Mapping[str, str] = card.reading["criteria"]
    names = {criterion: quality.partition(":")[0] for criterion, quality in criteria.items()}
    rows: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for _, row in read_spreadsheet(_path("hanna-stories")).rows:
        rows[int(row["Story ID"])].append(row)
    for (number, criterion), ratings in sorted(hanna_ratings(criteria).items(), key=lambda pair: pair[0][0]):
        column = names[criterion].title()
        found = [float(row[column]) for row in rows[number]]
        if sorted(found) != sorted(ratings):
            expected, got = (listed(f"{rating:g}" for rating in some) for some in (ratings, found))
            raise FileProblem(
                f"hanna-stories: expected {expected} as {column} of story {number}, as hanna-scores has it, "
                f"got {got or 'nothing'}"
            )
        known = {"number": number, "criterion": criterion, "name": names[criterion], "quality": criteria[criterion]}
        yield {**rows[number][0], **known}, {f"rater {rater}": rating for rater, rating in enumerate(ratings, start=1)}


def humour_texts() -> Mapping[int, tuple[float, str]]:
    """Score and text of each of the short texts, by number."""
    cells = (line.split("\t") for _, line in _lines("humour-texts"))
    return {int(number): (float(score), text) for number, score, text in cells}


def humour_preferences() -> Sequence[tuple[int, int]]:
    """The comparisons: number of the text that was preferred, and of the other one."""
    pairs = (line.split(",") for _, line in _lines("humour-comparisons"))
    return [(int(preferred), int(other)) for preferred, other in pairs]


def in_order(low: int, high: int, seed: int = 42) -> tuple[int, int]:
    """Two texts in the order in which a judge reads them, which has nothing to do with people's preference."""
    turned = hashlib.sha256(f"{seed}/{low}/{high}".encode()).digest()[0] % 2
    return (high, low) if turned else (low, high)


def _humour_pairs(card: ExamCard) -> Rated:
    """All comparisons of the same two texts are one response."""
    texts, wins = humour_texts(), Counter(humour_preferences())
    for low, high in sorted({(min(pair), max(pair)) for pair in wins}):
        first, second = in_order(low, high)
        votes = [1.0] * wins[first, second] + [0.0] * wins[second, first]
        row = {"low": low, "high": high, "first": texts[first][1], "second": texts[second][1]}
        yield row, {f"comparison {place}": vote for place, vote in enumerate(votes, start=1)}


def _injection(card: ExamCard) -> Rated:
    """Texts written for this package: a use with an instruction to the judge, and with a harmless text as long."""
    return (({**pair, "use": pair["id"].partition("/")[0]}, {}) for pair in read_yaml(INJECTIONS))


_OCSAI = re.compile(r"(?:AUT|DT (?P<task>\w+)) Prompt:(?P<cue>[^\n]+)\nResponse:(?P<text>[^\n]*)\nScore:\n")


def _ocsai(card: ExamCard) -> Rated:
    """Ratings are whole numbers, ten times as large. Training splits have the same objects."""
    tasks = card.reading.get("criteria", {})
    object_phrase = find_entry(card.benchmark).module("items").object_phrase if card.benchmark else None
    for line, text in _lines(card.reading["file"]):
        entry = parse_json(text)
        found = _OCSAI.fullmatch(entry["prompt"])
        if found is None:
            raise ValueError(f"line {line}: expected a response to a cue")
        row: dict[str, Any] = {"line": line, **found.groupdict("")}
        row |= {"question": tasks.get(row["task"], "").format(row["cue"])}
        row |= {"phrase": object_phrase(row["cue"])} if object_phrase else {}
        yield row, {"people": float(entry["completion"]) / 10}


def _organisciak(card: ExamCard) -> Rated:
    """Rows of one study with the same prompt and response are one response, rated with the mean of theirs.

    The judge is asked once, and what many people wrote does not count many times.
    """
    rows: dict[tuple[str, ...], list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for line, row in read_spreadsheet(_path("organisciak-ratings")).rows:
        rows[row["src"], row["question"], row["response"]].append((line, row))
    for same in rows.values():
        mean = sum(float(row["target"]) for _, row in same) / len(same)
        for place, (line, row) in enumerate(same):
            yield {**row, "line": line, "rows": len(same), "repeated": place > 0}, {"people": mean}


def _psychdepth(card: ExamCard) -> Rated:
    """A story under one component is one response; every reader rated everything."""
    readers = [row for _, row in read_spreadsheet(_path("psychdepth-ratings")).rows]
    ratings: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in readers:
        ratings[row["story_id"]].append(row)
    for _, row in read_spreadsheet(_path("psychdepth-stories")).rows:
        for criterion, quality in card.reading["criteria"].items():
            of_readers = {
                f"reader {rated['participant_id']}": float(rated[f"{criterion}_score"])
                for rated in ratings[row["story_id"]]
            }
            yield {**row, "criterion": criterion, "quality": quality}, of_readers


def _style_mimic(card: ExamCard) -> Rated:
    """The file has each pair in both orders, so that a judge's bias is the effect of order alone."""
    for row in read_json(_path("style-mimic-pairs")):
        yield row, {"preference": {"1": 1.0, "2": 0.0}[str(row["reference_preference"])]}


def _ttcw(card: ExamCard) -> Rated:
    """Stories under 14 questions, each answered by three experts; 12 stories are public by their address alone."""
    votes: dict[tuple[str, int], dict[str, float]] = defaultdict(dict)
    for vote in read_json(_path("ttcw-votes")):
        choice = {"Yes": 1.0, "No": 0.0}[vote["binary_verdict"]]
        votes[vote["story_id"], vote["ttcw_idx"]][f"expert {vote['expert_idx']}"] = choice
    for story in read_json(_path("ttcw-stories")):
        plot, writer = story["story_id"].split("_", 1)
        text = "" if story["content"].startswith("http") else story["content"]
        for test in read_json(_path("ttcw-tests")):
            # Without the last two paragraphs, as the authors' notebook cuts it.
            background = test["full_prompt"].strip().rpartition("\n")[0].strip().rpartition("\n")[0].strip()
            known = {"plot": plot, "writer": writer, "text": text, "background": background}
            yield {**story, **test, **known}, votes[story["story_id"], test["ttcw_idx"]]


READERS: Mapping[str, Callable[[ExamCard], Rated]] = {
    "attribution": _attribution,
    "confederacy": _confederacy,
    "hanna": _hanna,
    "humour_pairs": _humour_pairs,
    "injection": _injection,
    "ocsai": _ocsai,
    "ocsai_tasks": _ocsai,
    "organisciak": _organisciak,
    "psychdepth": _psychdepth,
    "style_mimic": _style_mimic,
    "ttcw": _ttcw,
}
"""By the name of the set."""
