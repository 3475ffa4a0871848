"""A plan for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from helm_creativity.planning.amounts import Load, Plan, PlannedRun, total
from helm_creativity.planning.prices import Price, cost_of, unused
from helm_creativity.planning.text import RULES


def as_data(plan: Plan, prices: Mapping[str, Price]) -> dict[str, Any]:
    """Plain values, ready for JSON: ``runs``, what each deployment is ``asked``, the ``total``, and what else is told.

    A load is ``calls`` (``least``, ``typical``, ``most``) and tokens ``prompt``, ``prompt_most``, ``completion``,
    ``completion_most``. What is not known is null.
    """
    return {
        "runs": [_run(run) for run in plan.runs],
        "asked": [
            {
                "deployment": one.deployment,
                "role": one.role,
                **_load(one.load),
                "cost": _cost(one.deployment, one.load, prices),
            }
            for one in plan.asked
        ],
        "total": {
            "requests": total(run.requests for run in plan.runs).calls.typical,
            "further": _load(total(run.further for run in plan.runs)),
            "tested": _load(total(run.tested for run in plan.runs)),
            "judging": _load(total(run.judging for run in plan.runs)),
        },
        "assumed": [*RULES, *plan.assumed],
        "refused": [one._asdict() for one in plan.refused],
        "unused_prices": unused(prices, [one.deployment for one in plan.asked]),
        "complete": plan.complete,
    }


def _run(run: PlannedRun) -> dict[str, Any]:
    known = run.items is not None
    return {
        "run": run.name,
        "group": run.group,
        "model": run.model,
        "items": run.items,
        "trials": run.trials,
        "requests": run.requests.calls.typical if known else None,
        "further": _load(run.further) if known else None,
        "tested": _load(run.tested) if known else None,
        "judges": {name: _load(load) for name, load in run.judges} if known else None,
        "notes": list(run.notes),
    }


def _load(load: Load) -> dict[str, Any]:
    return asdict(load)


def _cost(name: str, load: Load, prices: Mapping[str, Price]) -> dict[str, float] | None:
    return cost_of(load, prices[name])._asdict() if name in prices else None
