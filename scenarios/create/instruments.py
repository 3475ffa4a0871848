"""What judges are asked of a path: how specific its triples are, and which of them are facts."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.judging import Instrument
from helm_creativity.scenarios.create.judgements import read_labels, read_labels_by_program, read_sizes

HERE = Path(__file__).parent

SPECIFICITY = Instrument("specificity", HERE, "strength", ("specificity",), each="triples", composed=read_sizes)
FACTUALITY = Instrument("factuality", HERE, "factuality", ("factuality",), each="triples", composed=read_labels)
FACTUALITY_BY_PROGRAM = Instrument(
    "factuality_by_program", HERE, "factuality", ("factuality",), each="triples", composed=read_labels_by_program
)
