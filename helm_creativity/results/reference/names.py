"""Which model of a paper a model of a suite is: by rule and by a list, never by likeness."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helm_creativity.results.reference.tables import Reference

DATE = re.compile(r"-20\d\d-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])$")
"""A full date at the end of a name. Shorter ones (``mistral-large-2411``) tell models apart and stay."""


class Matched(NamedTuple):
    """Models of a suite and of a reference.

    Attributes:
        models: the reference's model by the suite's name.
        taken_as: a line for each of them whose name is not simply the reference's.
        unmatched: names that stand for none.
        ambiguous: a line for each model of the reference that several names stand for; these are left out.
        gave_way: a line for each name that stands for a model of which the suite has the plain name too.
    """

    models: dict[str, str]
    taken_as: tuple[str, ...]
    unmatched: tuple[str, ...]
    ambiguous: tuple[str, ...]
    gave_way: tuple[str, ...]


def plain_name(name: str) -> str:
    """A model's name without what differs from host to host.

    The part behind the last slash, in small letters, with a hyphen for a dot, a colon, an underscore or a space:
    ``openai/gpt-4.1-mini-2025-04-14`` is ``gpt-4-1-mini-2025-04-14``.
    """
    return re.sub(r"[.:_ ]+", "-", name.rsplit("/", 1)[-1].strip().lower())


def match(names: Sequence[str], reference: Reference) -> Matched:
    """Finds the reference's model for each name.

    A name stands for the model that has the same plain name; else for the one that the reference's list gives for it;
    else both again without a full date at its end. Everything else (``-preview``, ``-thinking-10k``,
    ``-high-reasoning-effort``) makes another model of it. Where several names come to stand for one model, such as two
    snapshots, the one with its plain name counts, and without one none does.

    Args:
        names: of models in a suite, each once.
        reference: whose models.
    """
    claims: dict[str, list[tuple[str, str]]] = defaultdict(list)
    unmatched = []
    by_plain_name = {plain_name(model): model for model in reference.models}
    for name in names:
        model, why = _model_of(plain_name(name), by_plain_name, reference.also_called)
        if model is None:
            unmatched.append(name)
        else:
            claims[model].append((name, why))
    models, taken_as, ambiguous, gave_way = {}, [], [], []
    for model, some in claims.items():
        chosen = some if len(some) == 1 else [one for one in some if not one[1]]
        if len(chosen) != 1:
            ambiguous.append(f"{model}: {', '.join(name for name, _ in some)}")
            continue
        name, why = chosen[0]
        models[name] = model
        taken_as += [f"{name} as {model} ({why})"] if why else []
        gave_way += [f"{other} to {name} as {model}" for other, _ in some if other != name]
    return Matched(models, tuple(taken_as), tuple(unmatched), tuple(ambiguous), tuple(gave_way))


def _model_of(
    plain: str, by_plain_name: Mapping[str, str], also_called: Mapping[str, tuple[str, str]]
) -> tuple[str | None, str]:
    """The reference's model and, unless the name is the same, why."""
    dateless = DATE.sub("", plain)
    for name, note in ((plain, ""), (dateless, "without its date")):
        if name in by_plain_name:
            return by_plain_name[name], note
        if name in also_called:
            model, why = also_called[name]
            return model, "; ".join(filter(None, (why, note)))
    return None, ""
