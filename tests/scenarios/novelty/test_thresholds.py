"""How well cosines tell answers apart that are the same in substance, on pairs that were written for this package."""

import csv
from pathlib import Path

import numpy as np
import pytest
from support.encoders import real_encoder

from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.parsing.text import folded
from helm_creativity.scenarios.novelty.benchmark import THRESHOLDS

ENCODERS = {"sbert-minilm": "all-MiniLM-L6-v2", "sbert-mpnet": "all-mpnet-base-v2"}
STEPS = np.arange(0.4, 0.96, 0.05)


def pairs():
    """Two answers to one prompt, and whether a reader of one would have nothing of the other."""
    with Path(__file__).with_name("pairs.csv").open(encoding="utf-8", newline="") as file:
        return [(row["first"], row["second"], row["same"] == "1") for row in csv.DictReader(file)]


def cosines(embedding):
    """Shape (n,): of the two texts of each pair, without case and what stands around them."""
    (one,) = load_embeddings(embedding)
    first, second = (one.embed([folded(pair[i]) for pair in pairs()]).vectors for i in (0, 1))
    return (first * second).sum(axis=1)


def right(same_by):
    """The mean of the shares of both kinds that are classified right."""
    true = np.array([same for _, _, same in pairs()])
    return (same_by[true].mean() + (~same_by[~true]).mean()) / 2


def test_the_pairs_are_what_the_card_says():
    """95, of which 40 are the same."""
    assert (len(pairs()), sum(same for *_, same in pairs())) == (95, 40)


@pytest.mark.encoders
@pytest.mark.parametrize(("name", "share"), [("sbert-minilm", 0.86), ("sbert-mpnet", 0.76)])
def test_the_usual_threshold_is_the_best_one(name, share):
    """Of steps of 0.05, in the mean of both kinds; and as good as the card says."""
    folder = real_encoder(ENCODERS[name])
    if folder is None:
        pytest.skip(f"{ENCODERS[name]} is not on this machine")
    similar = cosines(str(folder))
    assert max(STEPS, key=lambda step: right(similar >= step)) == pytest.approx(THRESHOLDS[name])
    assert right(similar >= THRESHOLDS[name]) == pytest.approx(share, abs=0.005)
