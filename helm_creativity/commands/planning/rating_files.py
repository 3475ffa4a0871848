"""What it takes to have judges rate responses from a file, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN
from helm_creativity.commands.planning.amounts import JUDGE, DeploymentLoad, Load, Times
from helm_creativity.commands.planning.prices import Price
from helm_creativity.commands.planning.tables import deployments_table
from helm_creativity.results.table import Table

if TYPE_CHECKING:
    from helm_creativity.judges.standalone import QuestionLoad

RULES = (
    "Every question is counted once, though HELM's cache may hold its reply, and failed ones are sent again. Responses "
    "that cannot be rated, such as empty ones, take none. Where a question depends on replies to others, these are "
    "usual ones.",
    f"Tokens are characters / {CHARACTERS_PER_TOKEN}. A reply is as long as the benchmark plans it, without thoughts: "
    "judges that think write many times as much. At most is what --judge-max-tokens allows.",
)


def ratings_table(loads: Sequence[QuestionLoad], max_tokens: int, title: str, prices: Mapping[str, Price]) -> Table:
    """What each judge is sent and sends back, and what that costs."""
    table = deployments_table([DeploymentLoad(load.judge, JUDGE, _load(load, max_tokens)) for load in loads], prices)
    return replace(table, title=title, notes=[*table.notes, *RULES])


def _load(questions: QuestionLoad, max_tokens: int) -> Load:
    length = questions.characters / questions.questions / CHARACTERS_PER_TOKEN if questions.questions else 0.0
    return Load.of(Times.exactly(questions.questions), length, questions.reply_tokens, max_tokens)
