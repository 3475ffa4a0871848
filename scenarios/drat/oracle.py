"""Answers to the DRAT that score as high as any known under the built-in table, for the bank ``scientific``.

What scores is the distance among the relevant words, and it is highest where these are as few as count, three. So the
answer to a set has three nouns above its threshold, by .005 or more, and seven that are below it. The three are the
farthest apart of all such nouns where there are fewer than 1,500, and where there are more the best of 400 searches:
the greedy one of ``baselines.players``, followed by exchanges until none helps.
"""

from __future__ import annotations

import json

from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row

TOP = 98.27
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


def oracle(fields: Fields) -> Row:
    """Ten nouns, of which three are relevant to the anchors."""
    relevant = RELEVANT[tuple(fields["anchors"])]
    return Row(Answer(json.dumps([*relevant, *IRRELEVANT]), "stop"), fields)
