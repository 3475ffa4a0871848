"""Numbers of benchmarks, each from its files: a value and of how many it is, or the scores whose mean is meant."""

import ast
import html
import json
import math
import re
from collections import defaultdict
from functools import cache

import numpy as np
from published.recompute import FOLDER, arguments

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.commands.norms import recipes_for
from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
from helm_creativity.psychometrics.factor_analysis import one_factor, parallel_analysis, subsampled
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.validity import pearson, specificity
from helm_creativity.results.people_scores import read_rows, score_records, table_cells
from helm_creativity.results.published_scores import read_published_scores
from helm_creativity.scenarios.aut.norms import people_lists
from helm_creativity.scenarios.create.comparison import nearest
from helm_creativity.scenarios.create.paths import Triple, path_text
from helm_creativity.scenarios.create.scoring import path_distances
from helm_creativity.scenarios.create.vectors import PathSpace
from helm_creativity.scenarios.letter_string.items import changed
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
ENCODER = "sbert-minilm"
"""That of the paper about CREATE, all-MiniLM-L6-v2."""
LETTER_KINDS = arguments(
    "succ=successor | pred=predecessor | add_letter=extend | remove_redundant=remove | fix_alphabet=fix | sort=sort"
)
"""Our names of the kinds of change; attention checks have none."""
SEED, SUBSAMPLE, DRAWS, RANDOM = 42, 60, 500, 1000
"""As AGC-Bench's programs have them; the random numbers are others."""


def lines(paths):
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").split("\n") if line.strip()]


def mean_of_each(pairs):
    """The mean of the values of each key."""
    each = defaultdict(list)
    for key, value in pairs:
        each[key].append(value)
    return [sum(values) / len(values) for values in each.values()]


def column(paths, name, less="0", **cells):
    """Scores that authors published, without blank cells; of rows that have one of some values, or none of them."""
    if paths[0].suffix == ".json":
        table = json.loads(paths[0].read_text("utf-8"))
        rows = [
            dict(zip((name, *cells), map(str, row), strict=True))
            for row in zip(*map(table.get, (name, *cells)), strict=True)
        ]
    else:
        rows = read_rows(paths[0], "\t" if paths[0].suffix == ".tsv" else ",")
    for key, some in cells.items():
        rows = [row for row in rows if (row[key] in some.removeprefix("not ").split("/")) != some.startswith("not ")]
    return [float(row[name].split()[0].rstrip(".")) - float(less) for row in rows if row[name] not in BLANK]


def validity(paths, test, benchmark, kind):
    """The correlation of a test with a benchmark over models whose scores are printed; capability may be taken out."""
    scores = read_published_scores("schapiro2026")
    every = np.column_stack([scores.values(test), scores.values(benchmark), scores.capability])
    x, y, *controls = every[np.isfinite(every).all(axis=1)].T
    found = pearson(x, y) if kind == "validity" else specificity(x, y, np.column_stack(controls))
    return found.r, found.n


def aut_ratings(paths):
    """A person's mean over their lists of the mean rating of a list's uses, of those who have a use that counts."""
    found = people_lists(paths[0], (), "mctb2025")
    records = [{"object": key[2], "uses": [row["response"] for row in rows]} for key, rows in found.items()]
    samples = score_records("aut", records, protocol="mctb2025", prompts="own", embedding="builtin")
    counted = {key[:2] for key, sample in zip(found, samples, strict=True) if sample.submetrics["fluency"] is not None}
    means = [(key[:2], sum(float(row["target"]) for row in rows) / len(rows)) for key, rows in found.items()]
    return mean_of_each((person, mean) for person, mean in means if person in counted)


@cache
def cdat(dictionary, embedding, *paths):
    """The lists of people and of baselines, with our scores; the file of the tagger has none."""
    lists = [{**row, "Words": ast.literal_eval(row["Words"])} for row in read_rows(paths[0])]
    lists += [entry for path in paths[1:3] for entry in json.loads(path.read_text("utf-8"))]
    records = [{"cue": entry["Cue"], "words": entry["Words"]} for entry in lists]
    settings = {"protocol": "nakajima2026", "dictionary": dictionary, "embedding": embedding}
    return list(zip(lists, score_records("cdat", records, **settings), strict=True))


def cdat_valid_words(paths, dictionary, embedding):
    """How many lists have the published number of valid words."""
    pairs = cdat(dictionary, embedding, *paths)
    return sum(ours.submetrics["n_valid"] == float(entry["sbert_valid_count"]) for entry, ours in pairs), len(pairs)


def cdat_equal_scores(paths):
    """How many lists have the published novelty and appropriateness."""

    def close(ours, published):
        return ours is not None and published not in (None, *BLANK) and abs(ours - float(str(published))) <= CLOSE

    pairs = cdat("nakajima2026", ENCODER, *paths)
    equal = [
        close(ours.score, entry["sbert_novelty"])
        and close(ours.submetrics["appropriateness_200"], entry["sbert_appropriateness"])
        for entry, ours in pairs
    ]
    return sum(equal), len(pairs)


def triples(text):
    """Names and relations between signs; what a path of Table 7 leads through, to the award by the query's relation."""
    award = "European Film Award for Best Animated Feature Film"
    through = ["Jean-Pierre Jeunet", *text.split("; "), "nominated for", award]
    parts = text.split(" > ") if " > " in text else through
    return tuple(Triple(*parts[at : at + 3]) for at in range(0, len(parts) - 2, 2))


def create_vectors(texts):
    require_embeddings(ENCODER)
    texts = [path_text(triples(text)) for text in texts]
    return PathSpace(load_embeddings(ENCODER), texts).vectors(texts)


def create_between(paths, first, second):
    """Cosine distance between two paths."""
    (vectors,) = create_vectors([first, second])
    return float(path_distances(vectors, lambda distances: distances)[0, 1]), 2


def create_nearest(paths, first, second):
    """Distance from a path to the nearest of the second ones of Table 7 of the paper about CREATE."""
    table = [row for row in read_rows(FOLDER / "create.csv") if row["where"] == "Table 7"]
    arrays = create_vectors([first, *(arguments(row["settings"])["second"] for row in table)])
    ((_, distance),) = nearest([vectors.astype(float) for vectors in arrays], [0], np.arange(len(table) + 1) > 0)
    return distance, len(table)


def dat_words(paths, embedding):
    """Scores of the words of study 2."""
    return recipes_for(find_entry("dat"))["words"].scores(paths[0], "score", {"embedding": embedding})


def dat_uses(paths, rating, embedding=""):
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


def drat(paths, anchors, words, value="score"):
    """Of a list that the paper prints."""
    (sample,) = score_records("drat", [{"anchors": anchors.split(), "words": words.split()}])
    return float(sample.value(value)), len((anchors if value == "tau" else words).split())


@cache
def right_strings(*paths):
    """What our rules make of every problem's target, by permuted letters, alphabet, kind and number."""
    found = {}
    alphabets = [(path, *pair) for path in paths for pair in json.loads(path.read_text("utf-8")).items()]
    for path, alphabet, content in alphabets:
        letters = tuple(map(html.unescape, content["shuffled_alphabet"]))
        for theirs, kind in LETTER_KINDS.items():
            for problem in content.get(theirs, ()):
                *_, target = re.findall(r"\[([^\]?]*)\]", html.unescape(problem["prompt"].replace("&nbsp", " ")))
                key = (f"np_{path.stem.split('_')[2]}", alphabet, theirs, int(problem["prob_ind"]))
                found[key] = changed(kind, tuple(target.split()), letters)
    return found


def marked(paths):
    """Responses to what is no attention check, and whether they are right by the authors' rule."""
    right = right_strings(*paths[1:])
    for row in read_rows(paths[0]):
        if row["prob_type"] in LETTER_KINDS:
            key = (row["nperms"], row["alph"], row["prob_type"], int(float(row["prob_ind"])))
            given = row["response_string"]
            if row["model"] != "human":
                given = given.partition("]")[0]
            yield row, [sign for sign in given if sign not in " []"] == list(right[key])


def letter_string(paths, **cells):
    """1 for each right response in a row that has these cells, as of a model under a prompt, 0 for each other."""
    return [right for row, right in marked(paths) if cells.items() <= row.items()]


def letter_string_people(paths, alphabets):
    """People's percentages of right responses under some alphabets."""
    return mean_of_each(
        (row["subj_id"], 100 * right) for row, right in marked(paths) if row["nperms"] in alphabets.split()
    )


def live_idea_bench(paths, model):
    """The mean of a model's four dimensions."""
    named = {row["Model"].rpartition("/")[2].partition(":")[0]: row for row in read_rows(paths[0])}
    values = [float(named[model][name]) for name in ("Fluency", "Feasibility", "Originality", "Flexibility")]
    return average(values), len(values)


def macgyver(paths, solvable=""):
    """100 for each of people's solutions that is correct and 0 for each other; of some problems, or all."""
    found = read_labels(paths[0], {problem.id: problem for problem in read_problems(paths[1])})
    people = [answer for answer in found.answers if answer.fields["source"] == "Prolific"]
    return [100.0 * (answer.rating in found.right) for answer in people if solvable in ("", answer.fields["solvable"])]


def macgyver_labels(paths, contradicting=""):
    """How many solutions have a label; how many labels contradict the workbook, as the note about the labels says."""
    found = read_labels(paths[0], {problem.id: problem for problem in read_problems(paths[1])})
    n, counts = len(found.answers), re.search(r"in ([\d,]+) of ([\d,]+) answers", " ".join(found.notes))
    return (int(counts[1].replace(",", "")) if contradicting else n), n


def novelty(paths, measure):
    """Of each prompt, from classes and what each response is worth, or from classes."""
    if measure == "distinct":
        return [distinct(prompt["partition"]) for prompt in lines(paths)]
    values = [utility(prompt["partition"], prompt["generation_scores"]) for prompt in lines(paths)]
    return [value for value in values if value is not None]


def pace_equal_ratios(paths):
    """How many of the published type-token ratios are equal to ours."""
    records, equal = lines(paths), 0
    for record in records:
        chains = [
            [entry["word"] for entry in chain if isinstance(entry, dict) and "word" in entry]
            for chain in record["output"].values()
        ]
        ours = type_token_ratio(record["cue_word_info"]["seed"], chains)
        equal += ours is not None and math.isclose(record["calculation"]["ttr"], ours, rel_tol=1e-12)
    return equal, len(records)


def rat(paths, seconds):
    """Over the problems, the percentage of people who solve one in so many seconds."""
    problems = read_keyed(get_benchmark("rat").task.sets["bowden2003"], paths[0])
    return [100 * problem.solve_rates[int(seconds)] for problem in problems]


def agc_bench(paths, value, without=""):
    """Of the general factor in the released means of models, a domain in each column but the first."""
    rows = [[float(mean) for name, mean in list(row.items())[1:] if name != without] for row in read_rows(paths[0])]
    means = np.array(rows)
    found = one_factor(means)
    drawn = cache(lambda: subsampled(means, SUBSAMPLE, DRAWS, np.random.default_rng(SEED)))
    values = {
        "first": lambda: found.eigenvalues[0],
        "second": lambda: found.eigenvalues[1],
        "share": lambda: 100 * found.share,
        "least": lambda: found.component_loadings.min(),
        "greatest": lambda: found.component_loadings.max(),
        "alpha": lambda: cronbach_alpha(means, standardised=True).value,
        "noise": lambda: parallel_analysis(means, np.random.default_rng(SEED), RANDOM).noise_95[0],
        "subsampled mean": lambda: drawn().eigenvalue.mean,
        "subsampled low": lambda: drawn().eigenvalue.low,
        "subsampled high": lambda: drawn().eigenvalue.high,
        "subsampled alpha": lambda: drawn().alpha.mean,
        "subsampled share": lambda: 100 * drawn().share.mean,
    }
    return float(values[value]()), len(means)


def mctb_setting(paths, setting):
    """Pearson's r of one model's scores with the place of a setting's value among those that were tried.

    Their program counts places (0 for the least budget, 12 for the greatest), not tokens: with tokens r is .216. A
    response's score in the MCTB is the mean under two embeddings.
    """
    found = []
    for name, scores in json.loads(paths[0].read_text("utf-8")).items():
        value = float(json.loads(name[name.index("{") :])[setting])
        members = zip(scores["GloVe"], scores["BERT_WordEmbeddings_L6"], strict=True)
        found += [(value, sum(each) / len(each)) for each in members]
    places = {value: place for place, value in enumerate(sorted({value for value, _ in found}))}
    r = pearson([places[value] for value, _ in found], [score for _, score in found])
    return r.r, r.n
