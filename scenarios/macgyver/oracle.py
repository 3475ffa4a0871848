"""The solution that is known to be right, which its judge puts in the best class."""

from __future__ import annotations

from helm_creativity.judging.oracle import annotated, verdict
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.macgyver.items import Item
from helm_creativity.scenarios.macgyver.measure import LETTERS, RIGHT
from helm_creativity.scenarios.macgyver.protocols import JUDGE

TOP = RIGHT


def oracle(fields: Fields) -> Row:
    """The item's reference: its steps, or why it is not possible."""
    item = Item("", fields["problem"], fields["solvable"], reference=fields["reference"])
    said = annotated(verdict(JUDGE.name, solution=LETTERS["A"]))
    return Row(Answer(item.oracle or "", "stop"), {**fields, "annotations": said})
