"""How the baselines respond to the DRAT, and responses that score as high as any known under the built-in table.

What scores is the distance among the relevant words, and it is highest where these are as few as count, three. So the
reference response to a set of the bank ``scientific`` has three nouns above its threshold, by .005 or more, and seven
that are below it. The three are the best of searches from each such noun, or from 400 of them where there are more than
1,500: the greedy one of ``baselines.word_choosers``, followed by exchanges until none helps.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns
from helm_creativity.core.prompts import id_of_words, match_prompt, placeholder
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.scenarios.drat.benchmark import ASKED, PROMPT
from helm_creativity.scenarios.drat.scoring import threshold, utility
from helm_creativity.words.cues import CUE_WORDS
from helm_creativity.words.inflections import inflected_forms

CEILING = 97.7
"""The least of 30 scores, that of the set with heat and organ. The greedy baseline's ten are all relevant, and nearer
to each other."""

# By the anchors of a set.
RELEVANT = {
    ("heart", "engine", "marketplace", "equation"): ("exponentiation", "shopfront", "myocarditis"),
    ("immune system", "fire", "organization", "theorem"): ("guide", "immunosuppression", "combustibleness"),
    ("evolution", "friction", "election", "polynomial"): ("phenotype", "aeromechanics", "councillor"),
    ("genome", "lattice", "algorithm", "court"): ("detainee", "rounding", "phylogenesis"),
    ("heartbeat", "wave", "oscillator", "function"): ("wavelet", "pancarditis", "functionalism"),
    ("neuron", "particle", "graph", "ritual"): ("thermometrograph", "objurgation", "neuroepithelioma"),
    ("lung", "turbulence", "turbine", "matrix"): ("tracheobronchitis", "diagonalization", "hydrodynamics"),
    ("immune system", "friction", "supply chain", "axiom"): ("photomechanics", "sepsis", "middleman"),
    ("cell", "crystal", "factory", "treaty"): ("piper", "cyclosis", "prefabrication"),
    ("genome", "contract", "proof", "pipeline"): ("pipefitting", "chromatin", "freelance"),
    ("evolution", "marketplace", "algorithm", "motor"): ("freewheel", "coelophysis", "array"),
    ("ecosystem", "neighborhood", "graph", "pressure"): ("incompressibility", "kingwood", "pictograph"),
    ("immune system", "marketplace", "supply chain", "distribution"): ("regency", "immunosuppression", "percolation"),
    ("ant colony", "organization", "factory", "vertex"): ("cohesion", "orchid", "freelancer"),
    ("heart", "parliament", "machine", "set"): ("manipulability", "commune", "pancarditis"),
    ("genome", "algorithm", "factory", "festival"): ("festoon", "pharmacogenetics", "faultfinding"),
    ("heartbeat", "oscillator", "pipeline", "topology"): ("megalocardia", "emitter", "cohesion"),
    ("neuron", "graph", "circuit", "senate"): ("neuroepithelioma", "thermometrograph", "monarchy"),
    ("phase transition", "revolution", "function", "heartbeat"): ("unionisation", "crystallography", "biofeedback"),
    ("entropy", "hierarchy", "information", "cable"): ("statistics", "repeater", "ontogenesis"),
    ("gravity", "hierarchy", "lattice", "rocket"): ("obligation", "hotshot", "tessellation"),
    ("turbulence", "traffic", "pipeline", "integral"): ("integrality", "motorcade", "pipefitting"),
    ("heat", "marketplace", "refrigerator", "organ"): ("telecommerce", "ossiculum", "hotshot"),
    ("gravity", "hierarchy", "machine", "embryo"): ("metamathematics", "blastocytoma", "fall"),
    ("entropy", "information", "circuit", "virus"): ("electrodeposition", "bunyavirus", "words"),
    ("wave", "function", "antenna", "rumor"): ("rumour", "repeater", "calculus"),
    ("lattice", "matrix", "blueprint", "ecosystem"): ("abiotrophy", "bluepoint", "tensor"),
    ("democracy", "voting algorithm", "pipeline", "hive"): ("relativism", "pipefitting", "silverweed"),
    ("contract", "proof", "blueprint", "leaf"): ("gopherwood", "contraction", "patternmaker"),
    ("rumor", "broadcast", "transmission", "parasite"): ("pamperer", "cyclosis", "transmittance"),
}

IRRELEVANT = ("calorie", "toga", "yew", "paperback", "headboard", "farad", "gosling")
"""Below the threshold of every set."""


def reference_response(fields: Fields) -> Sample:
    """Ten nouns, of which three are relevant to the anchors."""
    relevant = RELEVANT[tuple(fields["anchors"])]
    return Sample(Response(json.dumps([*relevant, *IRRELEVANT]), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Unrelated nouns, for the greedy baseline among those above the threshold; None to any other prompt."""
    tried = (_anchors(prompt, k, words) for words in ("authors", "own") for k in (2, 3, 4))
    anchors = next(filter(None, tried), None)
    if anchors is None:
        return None

    def relevant(nouns: Nouns) -> NDArray[np.bool_]:
        vectors, known = WithPhrases(nouns.embedding).embed(anchors)
        of_anchors, pool = vectors[known], nouns.find_vectors(CUE_WORDS)
        if not len(of_anchors) or not len(pool):
            return np.ones(len(nouns.words), dtype=bool)
        tau = threshold(utility(pool @ of_anchors.T))
        return utility(nouns.vectors @ of_anchors.T) > tau

    forbidden = frozenset().union(*map(inflected_forms, anchors))
    return json.dumps(baseline.unrelated(ASKED, spelt=lambda word: word not in forbidden, meaning=relevant))


def _anchors(prompt: str, k: int, words: str) -> list[str] | None:
    folder = Path(__file__).parent
    holes = [placeholder(f"anchor{i}") for i in range(k)]
    found = match_prompt(folder, id_of_words(folder, PROMPT, words), prompt, anchors=holes)
    return list(found.values()) if found else None
