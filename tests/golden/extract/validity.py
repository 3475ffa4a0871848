"""What predicts what, and factors, in the shape in which they are kept."""

from __future__ import annotations

from typing import Any

import numpy as np
from golden.suites import plain

from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.factor_analysis import one_factor, parallel_analysis
from helm_creativity.results.factors import PURPOSE, variables
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Tables

NONE = "no capability was named (--capability)"
CORRELATION = ("r", "t", "df", "p", "n", "low", "high")


def extract(suite: Suite) -> dict[str, Any]:
    """Both kept values."""
    return {"factors": _factors(suite), "validity": _validity(suite)}


def _analysed(suite: Suite, name: str) -> Tables | dict[str, str]:
    try:
        return suite.analyse(name)
    except NothingToSay as reason:
        return {"reason": str(reason)}


def _correlation(row: dict[str, Any], name: str) -> dict[str, Any]:
    if name in row.get("undefined", {}):
        return {"reason": NONE if "named" in (why := row["undefined"][name]) else why}
    found = {key: row[f"{name}_{key}"] for key in CORRELATION if key not in ("r", "n")}
    return {key: {**found, "r": row[name], "n": row["n"]}[key] for key in CORRELATION}


def _validity(suite: Suite) -> Any:
    found = _analysed(suite, "validity")
    if isinstance(found, dict):
        return found
    return [
        {
            "predictor": row["column"],
            "outcome": row["outcome"],
            "n": row["n"],
            "validity": _correlation(row, "pearson"),
            "specificity": _correlation(row, "specificity"),
            "capability": row["capability_r"],
        }
        for row in found.records("validity")
    ]


def _factors(suite: Suite) -> Any:
    found = _analysed(suite, "factors")
    if isinstance(found, dict):
        return found
    names, of, data = variables(suite)
    complete = data[suite.pool & np.isfinite(data).all(axis=1)]
    solution = plain(one_factor(complete))
    loadings, eigenvalues = found["loadings"].records(), found["eigenvalues"].records()
    solution |= {
        "loadings": [row["loading"] for row in loadings],
        "component_loadings": [row["component"] for row in loadings],
        "communalities": [row["shared"] for row in loadings],
        "eigenvalues": [row["eigenvalue"] for row in eigenvalues],
    }
    noise = plain(parallel_analysis(complete, suite.generator(PURPOSE, 0), draws=suite.draws))
    noise |= {name: [row[key] for row in eigenvalues] for name, key in (
        ("eigenvalues", "eigenvalue"), ("noise_mean", "noise_mean"), ("noise_95", "noise_95"))}  # fmt: skip
    keys = ("change", "n_models", "eigenvalue", "alpha", "raw_alpha", "share", "low", "high")
    first, *changes = [{"n_models": row["models"], **row} for row in found["robustness"].records()]
    return {
        "variables": [row["variable"] for row in loadings],
        "of": of,
        "n_models": first["models"],
        "solution": solution,
        "alpha": first["alpha"],
        "raw_alpha": first["raw_alpha"],
        "noise": noise,
        "robustness": [{key: row.get(key) for key in keys} for row in changes],
        "correlations": [[row[name] for name in names] for row in found["correlations"].records()],
    }
