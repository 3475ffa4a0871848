"""A path as text: what is embedded, and what judges read."""

from __future__ import annotations

from helm_creativity.responses.triples import Path


def path_text(path: Path) -> str:
    """str(u) of Wadhwa et al. 2026, eq. 8, all lower case.

    Each triple is ``head [relation] tail`` and a bar stands between triples. The first one is written without its head,
    and the last one is left out where there are several: the query prescribes both, so that every path has them. The
    paper does not say so; the authors' program does, and with all-MiniLM-L6-v2 only this text gives the distances of
    Table 5.
    """
    kept = path[:-1] if len(path) > 1 else path
    triples = [f"{'' if place == 0 else one.head} [{one.relation}] {one.tail}" for place, one in enumerate(kept)]
    return " | ".join(triples).lower()


def shown(path: Path) -> str:
    """All triples, lower case, as Python prints a list of tuples: so the authors' program shows them to judges."""
    return str([tuple(part.lower() for part in triple) for triple in path])
