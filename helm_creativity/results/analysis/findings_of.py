"""All statistics of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from helm_creativity.results.analysis.contrasts import comparisons_of, effects_of
from helm_creativity.results.analysis.judges import severities_of
from helm_creativity.results.analysis.options import LEVEL, Options
from helm_creativity.results.analysis.prediction import outcomes_of, predictions_of
from helm_creativity.results.analysis.reliability import DRAWS, reliability_of
from helm_creativity.results.analysis.standings import boards_of, composite_of
from helm_creativity.results.analysis.structure import factors_of
from helm_creativity.results.analysis.trades import failures_of, trades_of
from helm_creativity.results.analysis.uncertainty import draws_of
from helm_creativity.results.findings import Findings
from helm_creativity.results.gate import gates
from helm_creativity.results.runs import Run
from helm_creativity.results.study import Study
from helm_creativity.rooms import find_rooms


def findings_of(study: Study, runs: Sequence[Run] = (), options: Options | None = None) -> Findings:
    """Everything that can be said of a study.

    Args:
        study: scores of models.
        runs: the runs behind it, for what only their files say: p-values of the gate, ratings of judges.
        options: choices of the user.

    Raises:
        BadArguments: for a name of a capability that is not there.
    """
    options = options or Options()
    outcomes = outcomes_of(study, options)
    draws, reliability = [], []
    for place in range(len(study.columns)):
        answers = study.answers_of(place)  # one column's at a time: of all they may be gigabytes
        draws.append(draws_of(study, place, answers, options))
        reliability.append(reliability_of(study, place, answers, options))
    composite = composite_of(study, draws)
    problems: list[str] = []
    notes: list[str] = []
    cards = {room.card.group: room.card for room in find_rooms()}
    severities = severities_of(runs, {group: card.short_title for group, card in cards.items()}, problems)
    groups = comparisons_of(study, composite, options, notes)
    return Findings(
        study=replace(study, problems=(*study.problems, *problems), notes=(*study.notes, *notes)),
        title=options.title,
        composite=composite,
        boards=boards_of(study, draws),
        factors=factors_of(study, composite, outcomes.capability, options),
        reliability=tuple(reliability),
        severities=severities,
        trades=trades_of(study, {group: card.trade_offs for group, card in cards.items()}),
        failures=failures_of(study),
        gates=tuple(gates(runs)),
        validity=predictions_of(study, composite, outcomes),
        effects=effects_of(study),
        groups=groups,
        settings=_settings(options),
    )


def _settings(options: Options) -> dict[str, str]:
    """What a reader needs to get the same numbers."""
    return {
        "draws of a bootstrap": f"{options.draws:,}",
        "draws of halves and of items": f"{DRAWS:,}",
        "intervals": f"{LEVEL:.0%}",
        "seed": str(options.seed),
        "capability": " + ".join(options.capability) or "none named",
    }
