"""Distances that the paper prints: between two paths, and from a path to the nearest of a population."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
from helm_creativity.scenarios.create.across import PathNeighbours
from helm_creativity.scenarios.create.measure import path_distances
from helm_creativity.scenarios.create.parse import Path as Triples
from helm_creativity.scenarios.create.parse import Triple, path_text
from helm_creativity.scenarios.create.vectors import PathSpace

ENCODER = "sbert-minilm"
"""The paper's, all-MiniLM-L6-v2."""
TABLE_5 = (
    (
        "george h. w. bush > successor as president to > ronald reagan > spouse > nancy reagan > position held > first "
        "lady of the united states",
        "george h. w. bush > vice president to > ronald reagan > spouse > nancy reagan > position held > first lady of "
        "the united states",
        "0.13",
    ),
    (
        "josefa edralin marcos > relative > michael marcos keon > occupation > lawyer",
        "josefa edralin marcos > spouse > ferdinand marcos > legal mentor of > benjamin abalos jr. > occupation > "
        "lawyer",
        "0.40",
    ),
    (
        "christopher nolan > sibling > jonathan nolan > spouse > lisa joy",
        "christopher nolan > directed > the dark knight trilogy > screenplay by > jonathan nolan > spouse > lisa joy",
        "0.58",
    ),
    (
        "joe spinell > worked with director > martin scorsese > place of birth > new york city > includes borough > "
        "brooklyn",
        "joe spinell > acted in tv movie > she waits > produced by > abc > headquarters in > new york city > includes "
        "borough > brooklyn",
        "0.71",
    ),
    (
        "george h. w. bush > associated with > bush family > includes > barbara bush > position held > first lady of "
        "the united states",
        "george h. w. bush > served as > director of central intelligence > advised > hillary clinton > position held "
        "> first lady of the united states",
        "0.8",
    ),
)
"""Two paths and their cosine distance, as printed. Where the first path of a row leads by another relation than the
second to the same end, as in the second row, that row has no query that both answer."""
JEUNET, AWARD = "Jean-Pierre Jeunet", "European Film Award for Best Animated Feature Film"
TABLE_7 = (
    (
        "directed; Micmacs; cast member; Yolande Moreau; voice actor in; Mia and the Migoo",
        "directed; Micmacs; featured animation by; Annecy International Animated Film Festival winners",
        "0.40",
    ),
    (
        "directed; Delicatessen; cast member; Karin Viard; voice actor in; The Suicide Shop",
        "directed; Delicatessen",
        "0.18",
    ),
    (
        "directed; Amélie; cast member; Jamel Debbouze; voice actor in; Why I Did (Not) Eat My Father",
        "directed; Amélie; features; Jamel Debbouze; featured in; A Monster in Paris",
        "0.04",
    ),
    (
        "directed; Amélie; cast member; Mathieu Kassovitz; voice actor in; April and the Extraordinary World",
        "directed; Amélie; starred; Mathieu Kassovitz; voice actor in; April and the Extraordinary World",
        "0.00",
    ),
)
"""What a path and the nearest of the population lead through, and the distance printed."""


def read_path(text: str) -> Triples:
    """A path of Table 5, whose names and relations stand between signs."""
    parts = text.split(" > ")
    return tuple(Triple(*parts[at : at + 3]) for at in range(0, len(parts) - 2, 2))


def jeunet(through: str) -> Triples:
    """A path of Table 7 to the award, whose relation to the last film is the query's."""
    names = [JEUNET, *through.split("; "), "nominated for", AWARD]
    return tuple(Triple(*names[at : at + 3]) for at in range(0, len(names) - 1, 2))


def between_paths(row: int, paths: Sequence[Path], embedding: str = ENCODER) -> Recomputed:
    """Cosine distance between the two paths of a row of Table 5."""
    require_embeddings(embedding)
    texts = [path_text(read_path(text)) for text in TABLE_5[row][:2]]
    (vectors,) = PathSpace(load_embeddings(embedding), texts).vectors(texts)
    return Recomputed(float(path_distances(vectors, _unchanged)[0, 1]), len(texts))


def _unchanged(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    return distances


def to_nearest(row: int, paths: Sequence[Path], embedding: str = ENCODER) -> Recomputed:
    """Distance from the path of a row of Table 7 to the nearest of the table's second paths."""
    near = PathNeighbours(embedding)
    texts = [path_text(jeunet(through)) for pair in TABLE_7 for through in pair[:2]]
    near.enter(texts, set())
    population = np.arange(len(texts)) % 2 == 1
    (found,) = near.nearest([2 * row], population[None])
    return Recomputed(found.distance, int(population.sum()))


PAPER = "Wadhwa et al. 2026"
CLAIMS: tuple[Claim, ...] = (
    *(
        Claim(f"distance of the paths of row {row + 1}", PAPER, "Table 5", printed, partial(between_paths, row), ())
        for row, (_, _, printed) in enumerate(TABLE_5)
    ),
    *(
        Claim(f"distance to the nearest path, row {row + 1}", PAPER, "Table 7", printed, partial(to_nearest, row), ())
        for row, (_, _, printed) in enumerate(TABLE_7)
    ),
)
