"""Numbers of benchmarks, each from its files: a value and of how many it is, or the scores whose mean is meant."""

from __future__ import annotations

import ast
import html
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from published.recompute import FOLDER, Number, arguments

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.types import SampleScore
from helm_creativity.commands.norms import recipes_for
from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
from helm_creativity.psychometrics.validity import pearson, specificity
from helm_creativity.results.people_scores import read_rows, score_records, table_cells
from helm_creativity.results.published_scores import read_published_scores
from helm_creativity.scenarios.aut.norms import people_lists
from helm_creativity.scenarios.create.comparison import nearest
from helm_creativity.scenarios.create.paths import Path as Triples
from helm_creativity.scenarios.create.paths import Triple, path_text
from helm_creativity.scenarios.create.scoring import path_distances
from helm_creativity.scenarios.create.vectors import PathSpace
from helm_creativity.scenarios.letter_string.items import String, changed
from helm_creativity.scenarios.live_idea_bench.scoring import average
from helm_creativity.scenarios.macgyver.items import read_problems
from helm_creativity.scenarios.macgyver.labels import read_labels
from helm_creativity.scenarios.novelty.scoring import distinct, utility
from helm_creativity.scenarios.pace.scoring import type_token_ratio
from helm_creativity.task_types.answer_key import read_problems as read_keyed

BLANK = ("", "NA", "nan")
"""Cells without a value in tables that R or pandas wrote."""
CLOSE = 2.5e-5
"""How near a score of CDAT is to the published one, in the units of the score."""
NEAR = ("petrol-diesel-pump", "year-week-embark", "belief-faith-sing", "stamp-letter-send")
"""Sets of cue words of low semantic distance."""
ENCODER = "sbert-minilm"
"""That of the paper about CREATE, all-MiniLM-L6-v2."""
LETTER_KINDS = arguments(
    "succ=successor | pred=predecessor | add_letter=extend | remove_redundant=remove | fix_alphabet=fix | sort=sort"
)
"""Our names of the kinds of change; attention checks have none."""


def column(paths: Sequence[Path], name: str, less: str = "0") -> list[float]:
    """Scores that authors published, without blank cells."""
    rows = read_rows(paths[0], "\t" if paths[0].suffix == ".tsv" else ",")
    return [float(row[name]) - float(less) for row in rows if row[name] not in BLANK]


def validity(paths: Sequence[Path], test: str, benchmark: str, kind: str) -> Number:
    """The correlation of a test with a benchmark over models whose scores are printed; capability may be taken out."""
    scores = read_published_scores("schapiro2026")
    x, y, controls = scores.values(test), scores.values(benchmark), scores.capability
    rows = np.isfinite(np.column_stack([x, y, controls])).all(axis=1)
    found = pearson(x[rows], y[rows]) if kind == "validity" else specificity(x[rows], y[rows], controls[rows])
    return found.r, found.n


def aut_ratings(paths: Sequence[Path]) -> list[float]:
    """A person's mean over their lists of the mean rating of a list's uses, of those who have a use that counts."""
    found = people_lists(paths[0], (), "mctb2025")
    records = [{"object": key[2], "uses": [row["response"] for row in rows]} for key, rows in found.items()]
    samples = score_records("aut", records, protocol="mctb2025", prompts="own", embedding="builtin")
    counted = {key[:2] for key, sample in zip(found, samples, strict=True) if sample.submetrics["fluency"] is not None}
    each = defaultdict(list)
    for key, rows in found.items():
        if key[:2] in counted:
            each[key[:2]].append(sum(float(row["target"]) for row in rows) / len(rows))
    return [sum(values) / len(values) for values in each.values()]


@cache
def _cdat(dictionary: str, embedding: str, *paths: Path) -> list[tuple[Mapping[str, Any], SampleScore]]:
    """The lists of people and of baselines, with our scores; the file of the tagger has none."""
    lists: list[Mapping[str, Any]] = [{**row, "Words": ast.literal_eval(row["Words"])} for row in read_rows(paths[0])]
    for path in paths[1:3]:
        lists += json.loads(path.read_text("utf-8"))
    records = [{"cue": entry["Cue"], "words": entry["Words"]} for entry in lists]
    settings = {"protocol": "nakajima2026", "dictionary": dictionary, "embedding": embedding}
    return list(zip(lists, score_records("cdat", records, **settings), strict=True))


def cdat_valid_words(paths: Sequence[Path], dictionary: str, embedding: str) -> Number:
    """How many lists have the published number of valid words."""
    pairs = _cdat(dictionary, embedding, *paths)
    return sum(ours.submetrics["n_valid"] == float(entry["sbert_valid_count"]) for entry, ours in pairs), len(pairs)


def cdat_equal_scores(paths: Sequence[Path]) -> Number:
    """How many lists have the published novelty and appropriateness."""

    def close(ours: float | None, published: object) -> bool:
        return ours is not None and published not in (None, *BLANK) and abs(ours - float(str(published))) <= CLOSE

    pairs = _cdat("nakajima2026", ENCODER, *paths)
    novelty = [close(ours.score, entry["sbert_novelty"]) for entry, ours in pairs]
    names = ("appropriateness_200", "sbert_appropriateness")
    fitting = [close(ours.submetrics[names[0]], entry[names[1]]) for entry, ours in pairs]
    return sum(map(min, novelty, fitting)), len(pairs)


def create_table(where: str) -> list[tuple[Triples, Triples, float]]:
    """Two paths and the distance that is printed, of each row of a table of the paper about CREATE."""
    rows = [row for row in read_rows(FOLDER / "create.csv") if row["where"] == where]
    given = [(arguments(row["settings"]), float(row["printed"])) for row in rows]
    return [(_triples(both["first"]), _triples(both["second"]), printed) for both, printed in given]


def _triples(text: str) -> Triples:
    """Names and relations between signs; what a path of Table 7 leads through, to the award by the query's relation."""
    award = "European Film Award for Best Animated Feature Film"
    through = ["Jean-Pierre Jeunet", *text.split("; "), "nominated for", award]
    parts = text.split(" > ") if " > " in text else through
    return tuple(Triple(*parts[at : at + 3]) for at in range(0, len(parts) - 2, 2))


def create_between(paths: Sequence[Path], first: str, second: str) -> Number:
    """Cosine distance between two paths."""
    require_embeddings(ENCODER)
    texts = [path_text(_triples(text)) for text in (first, second)]
    (vectors,) = PathSpace(load_embeddings(ENCODER), texts).vectors(texts)
    return float(path_distances(vectors, lambda distances: distances)[0, 1]), len(texts)


def create_nearest(paths: Sequence[Path], first: str, second: str) -> Number:
    """Distance from a path to the nearest of the table's second ones."""
    require_embeddings(ENCODER)
    texts = [path_text(_triples(first)), *(path_text(other) for _, other, _ in create_table("Table 7"))]
    arrays = [vectors.astype(float) for vectors in PathSpace(load_embeddings(ENCODER), texts).vectors(texts)]
    ((_, distance),) = nearest(arrays, [0], np.arange(len(texts)) > 0)
    return distance, len(texts) - 1


def dat_words(paths: Sequence[Path], embedding: str) -> Iterable[float]:
    """Scores of the words of study 2."""
    return recipes_for(find_entry("dat"))["words"].scores(paths[0], "score", {"embedding": embedding})


def dat_uses(paths: Sequence[Path], rating: str, embedding: str = "") -> Number:
    """Correlation with ratings of the same people's alternate uses; of the published scores, or under an embedding.

    MCTB's program (testing/testDATembeddings.ipynb) takes the mean of three columns for a rating: of both raters, and
    their column of both, which for fluency in study 1A is on another scale. Olson et al. take the last one alone.
    """
    rows = [row for path in paths for row in read_rows(path, "\t")]
    columns = [f"aut.{rating}{end}" for end in (("", ".1", ".2") if embedding else ("",))]
    if embedding:
        settings = {"protocol": "mctb2025", "embedding": embedding, "dictionary": "none"}
        records = [{"words": table_cells(row, "word.")} for row in rows]
        scores = [sample.score for sample in score_records("dat", records, **settings)]
    else:
        scores = [None if row["dat"] in BLANK else float(row["dat"]) for row in rows]
    pairs = [
        (score, sum(float(row[name]) for name in columns) / len(columns))
        for score, row in zip(scores, rows, strict=True)
        if score is not None and not any(row[name] in BLANK for name in columns)
    ]
    found = pearson(*np.array(pairs).T)
    return found.r, found.n


def drat(paths: Sequence[Path], anchors: str, words: str, value: str = "score") -> Number:
    """Of a list that the paper prints."""
    (sample,) = score_records("drat", [{"anchors": anchors.split(), "words": words.split()}])
    return float(sample.value(value)), len((anchors if value == "tau" else words).split())


@cache
def _right_strings(*paths: Path) -> Mapping[tuple[str, str, str, int], String]:
    """What our rules make of every problem's target, by permuted letters, alphabet, kind and number."""
    found = {}
    for path in paths:
        for alphabet, content in json.loads(path.read_text("utf-8")).items():
            letters = tuple(map(html.unescape, content["shuffled_alphabet"]))
            for theirs, kind in LETTER_KINDS.items():
                for problem in content.get(theirs, ()):
                    *_, target = re.findall(r"\[([^\]?]*)\]", html.unescape(problem["prompt"].replace("&nbsp", " ")))
                    key = (f"np_{path.stem.split('_')[2]}", alphabet, theirs, int(problem["prob_ind"]))
                    found[key] = changed(kind, tuple(target.split()), letters)
    return found


def _marked(paths: Sequence[Path]) -> Iterator[tuple[Mapping[str, str], bool]]:
    """Responses to what is no attention check, and whether they are right by the authors' rule."""
    right = _right_strings(*paths[1:])
    for row in read_rows(paths[0]):
        if row["prob_type"] in LETTER_KINDS:
            key = (row["nperms"], row["alph"], row["prob_type"], int(float(row["prob_ind"])))
            given = row["response_string"]
            if row["model"] != "human":
                given = given.partition("]")[0]
            yield row, [sign for sign in given if sign not in " []"] == list(right[key])


def letter_string(paths: Sequence[Path], **cells: str) -> list[float]:
    """1 for each right response in a row that has these cells, as of a model under a prompt, 0 for each other."""
    return [right for row, right in _marked(paths) if cells.items() <= row.items()]


def letter_string_people(paths: Sequence[Path], alphabets: str) -> list[float]:
    """People's percentages of right responses under some alphabets."""
    each = defaultdict(list)
    for row, is_right in _marked(paths):
        if row["nperms"] in alphabets.split():
            each[row["subj_id"]].append(100 * is_right)
    return [sum(marks) / len(marks) for marks in each.values()]


def live_idea_bench(paths: Sequence[Path], model: str) -> Number:
    """The mean of a model's four dimensions."""
    named = {row["Model"].rpartition("/")[2].partition(":")[0]: row for row in read_rows(paths[0])}
    values = [float(named[model][name]) for name in ("Fluency", "Feasibility", "Originality", "Flexibility")]
    return average(values), len(values)


def live_idea_bench_reviews(paths: Sequence[Path], name: str) -> list[float]:
    """Of reviews of people's ideas."""
    table = json.loads(paths[0].read_text("utf-8"))
    pairs = zip(table["condition"], table[name], strict=True)
    return [float(str(value).split()[0].rstrip(".")) for condition, value in pairs if condition == "Human"]


def macgyver(paths: Sequence[Path], solvable: str = "") -> list[float]:
    """100 for each of people's solutions that is correct and 0 for each other; of some problems, or all."""
    found = read_labels(paths[0], {problem.id: problem for problem in read_problems(paths[1])})
    people = [answer for answer in found.answers if answer.fields["source"] == "Prolific"]
    return [100.0 * (answer.rating in found.right) for answer in people if solvable in ("", answer.fields["solvable"])]


def macgyver_labels(paths: Sequence[Path], contradicting: str = "") -> Number:
    """How many solutions have a label; how many labels contradict the workbook, as the note about the labels says."""
    found = read_labels(paths[0], {problem.id: problem for problem in read_problems(paths[1])})
    n, counts = len(found.answers), re.search(r"in ([\d,]+) of ([\d,]+) answers", " ".join(found.notes))
    return (int(counts[1].replace(",", "")) if contradicting else n), n


def novelty(paths: Sequence[Path], measure: str) -> list[float]:
    """Of each prompt, from classes and what each response is worth, or from classes."""
    prompts = [json.loads(line) for line in paths[0].read_text("utf-8").split("\n") if line.strip()]
    if measure == "distinct":
        return [distinct(prompt["partition"]) for prompt in prompts]
    values = [utility(prompt["partition"], prompt["generation_scores"]) for prompt in prompts]
    return [value for value in values if value is not None]


def pace_equal_ratios(paths: Sequence[Path]) -> Number:
    """How many of the published type-token ratios are equal to ours."""
    records = [json.loads(line) for path in paths for line in path.read_text("utf-8").split("\n") if line.strip()]
    equal = 0
    for record in records:
        chains = [
            [entry["word"] for entry in chain if isinstance(entry, dict) and "word" in entry]
            for chain in record["output"].values()
        ]
        ours = type_token_ratio(record["cue_word_info"]["seed"], chains)
        equal += ours is not None and math.isclose(record["calculation"]["ttr"], ours, rel_tol=1e-12)
    return equal, len(records)


def rat(paths: Sequence[Path], seconds: str) -> list[float]:
    """Over the problems, the percentage of people who solve one in so many seconds."""
    rat_benchmark: Any = get_benchmark("rat")
    problems = read_keyed(rat_benchmark.task.sets["bowden2003"], paths[0])
    return [100 * problem.solve_rates[int(seconds)] for problem in problems]


def story(paths: Sequence[Path], sets: str = "") -> list[float]:
    """The scores that the authors published; over "near" or "distant" sets of cue words, or all."""
    rows = [row for row in read_rows(paths[0]) if not sets or (row["prompt"] in NEAR) == (sets == "near")]
    return [float(row["DSI_bert"]) for row in rows if row["DSI_bert"] not in BLANK]
