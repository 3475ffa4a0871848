"""How the baselines respond to the DRAT, and responses that score as high as any known under the built-in table.

What scores is the distance among the relevant words, and it is highest where these are as few as count, three. So the
reference answer to a set of the bank ``scientific`` has three nouns above its threshold, by .005 or more, and seven
that are below it. The three are the farthest apart of all such nouns where there are fewer than 1,500, and where there
are more the best of 400 searches: the greedy one of ``baselines.word_choosers``, followed by exchanges until none
helps.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns
from helm_creativity.core.prompts import hole, unrender
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.scenarios.drat.benchmark import ASKED, PROMPT
from helm_creativity.scenarios.drat.measure import threshold, utility
from helm_creativity.wordlists.cues import CUE_WORDS
from helm_creativity.wordlists.inflections import forms_of

CEILING = 98.27
"""The least of 30 scores, that of scientific-05. The greedy baseline, whose ten are all relevant, has 94.83 at most in
300."""

# By the anchors of a set.
RELEVANT = {
    ("heart", "engine", "marketplace", "equation"): ("coefficient", "echocardiography", "warplane"),
    ("immune system", "fire", "organization", "theorem"): ("combustibleness", "guide", "immunosuppression"),
    ("evolution", "friction", "election", "polynomial"): ("councillor", "phenotype", "aeromechanics"),
    ("genome", "lattice", "algorithm", "court"): ("receipts", "monolith", "pharmacogenetics"),
    ("heartbeat", "wave", "oscillator", "function"): ("emitter", "megalocardia", "surf"),
    ("neuron", "particle", "graph", "ritual"): ("folktale", "thermometrograph", "neurosyphilis"),
    ("lung", "turbulence", "turbine", "matrix"): ("aeromechanics", "lymphangiectasis", "harvester"),
    ("immune system", "friction", "supply chain", "axiom"): ("merchantability", "immunohistochemistry", "slipover"),
    ("cell", "crystal", "factory", "treaty"): ("oligodendrocyte", "shisha", "colonization"),
    ("genome", "contract", "proof", "pipeline"): ("chromatin", "freelance", "pipefitting"),
    ("evolution", "marketplace", "algorithm", "motor"): ("exchange", "hypnogenesis", "lathe"),
    ("ecosystem", "neighborhood", "graph", "pressure"): ("homefolk", "incompressibility", "pictograph"),
    ("immune system", "marketplace", "supply chain", "distribution"): ("regency", "immunosuppression", "percolation"),
    ("ant colony", "organization", "factory", "vertex"): ("freelance", "tradition", "gastromycete"),
    ("heart", "parliament", "machine", "set"): ("sovereignty", "workhorse", "echocardiography"),
    ("genome", "algorithm", "factory", "festival"): ("arithmetic", "pharmacogenetics", "festoon"),
    ("heartbeat", "oscillator", "pipeline", "topology"): ("cohesion", "megalocardia", "emitter"),
    ("neuron", "graph", "circuit", "senate"): ("neuroepithelioma", "monarchy", "thermometrograph"),
    ("phase transition", "revolution", "function", "heartbeat"): ("morphogenesis", "pancarditis", "utility"),
    ("entropy", "hierarchy", "information", "cable"): ("compressibility", "superfamily", "slingback"),
    ("gravity", "hierarchy", "lattice", "rocket"): ("obligation", "tessellation", "hotshot"),
    ("turbulence", "traffic", "pipeline", "integral"): ("integrality", "motorcade", "pipefitting"),
    ("heat", "marketplace", "refrigerator", "organ"): ("hotshot", "ossiculum", "telecommerce"),
    ("gravity", "hierarchy", "machine", "embryo"): ("falls", "blastocytoma", "metamathematics"),
    ("entropy", "information", "circuit", "virus"): ("convenience", "coxsackievirus", "electrometer"),
    ("wave", "function", "antenna", "rumor"): ("backstroke", "fount", "microradian"),
    ("lattice", "matrix", "blueprint", "ecosystem"): ("agrobiology", "landau", "mediatrix"),
    ("democracy", "voting algorithm", "pipeline", "hive"): ("jury", "pipefitting", "hypercarbia"),
    ("contract", "proof", "blueprint", "leaf"): ("contraction", "gopherwood", "patternmaker"),
    ("rumor", "broadcast", "transmission", "parasite"): ("cyclosis", "pamperer", "transmittance"),
}

IRRELEVANT = ("calorie", "toga", "yew", "paperback", "headboard", "farad", "gosling")
"""Below the threshold of every set."""


def reference_response(fields: Fields) -> Sample:
    """Ten nouns, of which three are relevant to the anchors."""
    relevant = RELEVANT[tuple(fields["anchors"])]
    return Sample(Response(json.dumps([*relevant, *IRRELEVANT]), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Unrelated nouns, for the greedy baseline among those above the threshold; None to any other prompt."""
    anchors = next((found for k in (2, 3, 4) if (found := _anchors(prompt, k))), None)
    if anchors is None:
        return None

    def relevant(nouns: Nouns) -> NDArray[np.bool_]:
        vectors, known = WithPhrases(nouns.embedding).embed(anchors)
        of_anchors, pool = vectors[known], nouns.vectors_of(CUE_WORDS)
        if not len(of_anchors) or not len(pool):
            return np.ones(len(nouns.words), dtype=bool)
        tau = threshold(utility(pool @ of_anchors.T))
        return utility(nouns.vectors @ of_anchors.T) > tau

    forbidden = frozenset().union(*map(forms_of, anchors))
    return json.dumps(baseline.unrelated(ASKED, spelt=lambda word: word not in forbidden, meaning=relevant))


def _anchors(prompt: str, k: int) -> list[str] | None:
    found = unrender(Path(__file__).parent, PROMPT, prompt, anchors=[hole(f"anchor{i}") for i in range(k)])
    return list(found.values()) if found else None
