"""Judged suites: run folders as HELM writes them, and ratings simulated from judges of known severity."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
from support import folders
from support.given import annotation_with

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.results.ratings import RatingRow

GROUP = "creativity_live_idea_bench"


def judge_reply(judge, rubric="critic", about="", **ratings):
    """A judge's reply; a dimension's rating is a number or the name of a reason."""
    readings = {
        name: ParsedRating(None, MissingReason(value)) if isinstance(value, str) else ParsedRating(value)
        for name, value in ratings.items()
    }
    return JudgeReply(judge, rubric, about, readings, reply="so be it", characters=9)


def state(item, *judge_replies, trial=0, error="", annotation=None):
    """One answered request with its annotation, in JSON."""
    found = annotation_with(*judge_replies, error=error) if annotation is None else annotation
    return folders.request_state(item, trial=trial, annotations={"guard": {"mended": ""}, FOLLOW_UPS: found})


def without_nulls(value):
    """HELM leaves null values out of what it writes."""
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    return [without_nulls(part) for part in value] if isinstance(value, list) else value


def write_run(suite, model, states, *, arguments="protocol=ruan2024", group=GROUP, signature="idea|x", **more):
    """A run folder with answers; returns it. ``states`` as text is written as it is; ``more``: see ``folders.spec``."""
    name = f"{group}:{arguments},model={model.replace('/', '_')}"
    more.setdefault("stats", {"num_answers": 1.0})
    folder = folders.write_run(suite, group, model, name=name, signature=signature, **more)
    text = states if isinstance(states, str) else json.dumps({"request_states": without_nulls(states)}, indent=2)
    (folder / "scenario_state.json").write_text(text)
    return folder


def row(judge, rating, item="i", model="a/m", trial="0", run=None, **changed):
    """One row of the table of ratings; a rating that is text is the reason why there is none."""
    missing = isinstance(rating, str)
    run = run or f"{GROUP}:model={model.replace('/', '_')}"
    known = {"rating": None, "reason": rating} if missing else {"rating": float(rating), "reason": ""}
    place = {"run": run, "model": model, "benchmark": GROUP, "instance": item, "trial": trial, "judge": judge}
    return RatingRow(**{**place, "dimension": "originality", **known, "rubric": "critic", "judging": "", **changed})


def rows_of_table(ratings, judges, models, *, trials=1):
    """Rows of a table of ratings, shape (n_units, n_judges), NaN not asked, whose units go to the models in turn.

    Unit u is the answer of model ``u % len(models)`` to item ``u // len(models) // trials``.
    """
    rows = []
    for unit, given in enumerate(ratings):
        place = unit // len(models)
        item, trial = f"i{place // trials:05}", str(place % trials)
        rows += [
            row(judge, value, item, models[unit % len(models)], trial)
            for judge, value in zip(judges, given, strict=True)
            if not np.isnan(value)
        ]
    return rows


def panel_ratings(rng, worth, alpha, severity, n_items, *, seats=None, n_categories=7):
    """Ratings 1 to K of models of known worth by judges of known severity.

    θ of a model's answers is normal around its worth, so that the variance over all models is 1; judges of an item are
    one subset of ``seats`` after the other (None: all).

    Returns:
        Ratings, shape (n_items · n_models, n_judges), models in turn within an item; and θ.
    """
    worth = np.asarray(worth) - np.mean(worth)
    within = np.sqrt(1 - worth.var())
    theta = np.tile(worth, n_items) + within * rng.normal(size=n_items * len(worth))
    steps = np.linspace(-1.6, 1.6, n_categories - 1)
    thresholds = np.asarray(severity)[:, None] + steps
    above = 1 / (1 + np.exp(-np.asarray(alpha)[:, None] * (theta[:, None, None] - thresholds)))
    ratings = 1.0 + (rng.random((*above.shape[:2], 1)) < above).sum(axis=2)
    if seats is not None:
        turns = list(combinations(range(len(alpha)), seats))
        for unit in range(len(ratings)):
            out = set(range(len(alpha))) - set(turns[unit // len(worth) % len(turns)])
            ratings[unit, list(out)] = np.nan
    return ratings, theta
