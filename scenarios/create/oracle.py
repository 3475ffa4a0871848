"""Paths of which each is as good as a path can be, and that have nothing to do with each other.

Each leads through a noun that is unrelated to the others (see ``vocabulary.oracle``) and stands for whatever would be
there; its judge calls the triples facts of the smallest classes.
"""

from __future__ import annotations

import json

from helm_creativity.judging.oracle import annotated, verdict
from helm_creativity.judging.ratings import place_name
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.create.given import BEST
from helm_creativity.scenarios.create.instruments import FACTUALITY, SPECIFICITY
from helm_creativity.scenarios.create.ranking import PATIENCE
from helm_creativity.vocabulary.oracle import UNRELATED

TOP = BEST * (1 - PATIENCE ** len(UNRELATED)) / (1 - PATIENCE)
"""43.92: twenty paths can have no more, each of the quality 5 and at a distance of 1 from all others. With more of them
the score comes as near to 50 as one likes. The greedy baseline has 28.5 at most in 297, by the lexical judge."""

CUT = "of an answer that was cut the paths that were complete count, as the card says"


def oracle(fields: Fields) -> Row:
    """Twenty paths of two triples, in the form that is asked for."""
    start, end = fields["entity_a"], (fields["rel_b"], fields["entity_b"])
    paths = {n: [(start, "is akin to", noun), (noun, *end)] for n, noun in enumerate(UNRELATED, start=1)}
    said = [
        one
        for n in paths
        for one in (
            verdict(SPECIFICITY.name, place_name(n), (1, 1), specificity=BEST),
            verdict(FACTUALITY.name, place_name(n), (1, 1), factuality=1),
        )
    ]
    text = f"<answer>\n{json.dumps(paths, ensure_ascii=False)}\n</answer>"
    return Row(Answer(text, "stop"), {**fields, "annotations": annotated(*said)})
