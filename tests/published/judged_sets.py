"""Numbers of the sets of people's ratings on which judges are examined."""

from collections import Counter
from functools import cache

import numpy as np
from scipy.optimize import minimize
from support.ttcw import released_ratings

from helm_creativity.benchmark.sources import exam_cards
from helm_creativity.judges.evaluation.sets import load_exam_set
from helm_creativity.judges.evaluation.sets.readers import hanna_ratings as read_hanna
from helm_creativity.judges.evaluation.sets.readers import humour_preferences, humour_texts
from helm_creativity.judges.evaluation.statistics import human_reference
from helm_creativity.judges.evaluation.taking import rated_responses
from helm_creativity.psychometrics.agreement import krippendorff_alpha
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix
from helm_creativity.psychometrics.validity import spearman
from helm_creativity.results.people_scores import read_rows


def count(things):
    return len(things), len(things)


def alpha(paths, name, level, **fields):
    """Krippendorff's, of people's ratings of the responses of a set that have these fields.

    ``all_ttcw`` is the set ``ttcw`` with the stories whose text is not public.
    """
    exam = load_exam_set(name.removeprefix("all_"), keep_all=name.startswith("all_"))
    entries = [entry for entry in exam.responses if fields.items() <= entry.fields.items()]
    people = rated_responses(exam, entries, [None] * len(entries)).people
    return krippendorff_alpha(people, level), len(people)


def responses(paths, name, **fields):
    """How many responses of a set judges are asked about."""
    return count([entry for entry in load_exam_set(name).responses if fields.items() <= entry.fields.items()])


def hanna_alpha(paths, criterion):
    """Krippendorff's, ordinal, from the file of ratings alone."""
    ratings = list(read_hanna([criterion]).values())
    return krippendorff_alpha(ratings, "ordinal"), len(ratings)


def hanna_ratings(paths):
    """How many there are."""
    return count(
        [rating for ratings in read_hanna(exam_cards()["hanna"].reading["criteria"]).values() for rating in ratings]
    )


def humour_strengths(paths):
    """Spearman's correlation of a Bradley-Terry fit, with a ridge of .1, with the scores that the authors released."""
    texts = humour_texts()
    n, places = len(texts), {number: place for place, number in enumerate(texts)}
    won, lost = np.array([[places[number] for number in pair] for pair in humour_preferences()]).T

    def loss(strengths):
        apart = strengths[won] - strengths[lost]
        surprise = np.exp(-np.logaddexp(0, apart))
        slope = 0.1 * strengths - np.bincount(won, surprise, n) + np.bincount(lost, surprise, n)
        return float(np.logaddexp(0, -apart).sum() + 0.05 * (strengths @ strengths)), slope

    fit = minimize(loss, np.zeros(n), jac=True, options={"maxiter": 10_000, "ftol": 1e-15}, method="L-BFGS-B")
    return spearman(fit.x, np.array([score for score, _ in texts.values()])).r, n


@cache
def preferred(path):
    """How often each text of a pair was preferred, of every pair."""
    counts = Counter(humour_preferences())
    pairs = sorted({(min(pair), max(pair)) for pair in counts})
    return np.array([(counts[low, high], counts[high, low]) for low, high in pairs], dtype=np.int64).T


def humour_count(paths, what):
    """People's comparisons; or the pairs in which as many people prefer the one text as the other."""
    first, second = preferred(paths[0])
    return count(np.flatnonzero(first == second) if what == "ties" else range((first + second).sum()))


def humour_agreement(paths, with_most=""):
    """How often two people who compared a pair prefer the same text, in %.

    With ``with_most``: how often a person prefers what most of the others do who compared the pair; they are not tied.
    """
    first, second = preferred(paths[0])
    if with_most:
        alike = np.where(first - 1 > second, first, 0) + np.where(second - 1 > first, second, 0)
        both = alike + np.where(first - 1 < second, first, 0) + np.where(second - 1 < first, second, 0)
        return 100 * float(alike.sum() / both.sum()), int(both.sum())
    alike, both = first * (first - 1) + second * (second - 1), (first + second) * (first + second - 1)
    return 100 * float(alike.sum() / both.sum()), int(both.sum()) // 2


def rows(paths, distinct="", **cells):
    """How many rows of a file have these cells; or how many different values of some columns they have."""
    found = [row for row in read_rows(paths[0]) if cells.items() <= row.items()]
    return count({tuple(row[name] for name in distinct.split()) for row in found} if distinct else found)


def organisciak_repeated(paths):
    """How many rows repeat a response."""
    (n,) = load_exam_set("organisciak").skipped.values()
    return n, n


def style_mimic(paths, what):
    """How many pairs there are whatever their order; how many published authors."""
    entries = load_exam_set("style_mimic").responses
    return count({entry.item if what == "authors" else frozenset(entry.text.split("\n")) for entry in entries})


def ttcw_kappa(paths, model):
    """Cohen's, of a model's released replies and the majority of experts."""
    replies = released_ratings(model)
    exam = load_exam_set("ttcw", keep_all=True)
    entries = [entry for entry in exam.responses if entry.id in replies]
    rated = rated_responses(exam, entries, [replies[entry.id] for entry in entries])
    matrix = confusion_matrix(human_reference(rated.people, rated.kind), rated.judge, (0.0, 1.0))
    return cohen_kappa(matrix).value, len(entries)
