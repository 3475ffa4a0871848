"""Files of short forms: some of a benchmark's items, which rank models as all of them do.

``helm-creativity items shorten`` writes them, and ``short=FILE`` of a run entry asks their items alone.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.core.given_lists import is_number
from helm_creativity.core.names import PREFIX
from helm_creativity.core.types import Item
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.yaml_files import read_yaml
from helm_creativity.safe_text import listed, quoted

BENCHMARK, ITEMS = "benchmark", "items"
"""The keys that a run needs; the others say where the form comes from."""
LINK, INTERCEPT, SLOPE, COMPARABLE = "link", "intercept", "slope", "comparable"
"""The keys by which leaderboards put scores on the scale of the full form."""


class FormLink(NamedTuple):
    """The line from a short form's score to the score of the full form.

    Attributes:
        intercept: of the line.
        slope: of the line, above 0.
        comparable: the comparable key of the full form's runs, to which it was fitted.
    """

    intercept: float
    slope: float
    comparable: str

    def score(self, score: float) -> float:
        """On the scale of the full form."""
        return self.intercept + self.slope * score

    def interval(self, low: float, high: float) -> tuple[float, float]:
        """An interval on that scale; the error of the line is not in it."""
        return self.score(low), self.score(high)


def read_form(path: str) -> tuple[str, tuple[str, ...]]:
    """The benchmark of a short form, and the ids of its items.

    Args:
        path: of a YAML or JSON file that holds ``benchmark``, a name, and ``items``, a list of ids.

    Raises:
        FileProblem: when it cannot be read, or holds anything else.
    """
    form = _read(path)
    parts = form if isinstance(form, dict) else {}
    name, ids = parts.get(BENCHMARK), parts.get(ITEMS)
    if not isinstance(name, str) or not isinstance(ids, list) or not ids:
        raise FileProblem(
            "short must name a file that holds benchmark, a name, and items, a list of ids, as `helm-creativity items "
            f"shorten` writes it; {path} holds {quoted(form)}"
        )
    names = [str(item) for item in ids]
    if twice := sorted(item for item, count in Counter(names).items() if count > 1):
        raise FileProblem(f"short must name a file with different items; {path} has some twice: {listed(twice)}")
    return name, tuple(names)


def _read(path: str) -> Any:  # noqa: ANN401 - whatever a file holds
    import yaml

    try:
        return read_yaml(Path(path))
    except yaml.YAMLError as error:
        raise FileProblem(f"short must name a YAML or JSON file, got {path}: {' '.join(str(error).split())}") from error
    except OSError as error:
        raise FileProblem(f"short must name a file that can be read, got {path}: {error.strerror or error}") from error


def read_link(path: str) -> FormLink | None:
    """The link of a short form; None for a file without one.

    Raises:
        FileProblem: when it cannot be read, or its link is none.
    """
    form = _read(path)
    if not isinstance(form, dict) or LINK not in form:
        return None
    link, comparable = form[LINK], form.get(COMPARABLE)
    values = [link.get(name) for name in (INTERCEPT, SLOPE)] if isinstance(link, dict) else []
    numbers = [float(value) for value in values if is_number(value) and math.isfinite(value)]
    if len(numbers) != 2 or not isinstance(comparable, str):
        raise FileProblem(
            f"expected {LINK} with the numbers {INTERCEPT} and {SLOPE}, and {COMPARABLE}, the settings of the full "
            f"form; {path} holds {quoted(link)} and {quoted(comparable)}"
        )
    if numbers[1] <= 0:
        raise FileProblem(
            f"the {SLOPE} of a {LINK} must be above 0, got {numbers[1]:g} in {path}: models that are better on the "
            "form are not better on the full form; choose items anew with `helm-creativity items shorten`"
        )
    return FormLink(numbers[0], numbers[1], comparable)


def form_label(path: str) -> str:
    """What stands for the file in names of runs: how many items, ``@`` and eight digits of their checksum.

    Files with the same items have the same label.

    Raises:
        FileProblem: as ``read_form``.
    """
    if not path:
        return ""
    _, ids = read_form(path)
    return f"{len(ids)}@{hashlib.sha256('|'.join(sorted(ids)).encode()).hexdigest()[:8]}"


def chosen_items(path: str, benchmark: str, items: Sequence[Item]) -> list[Item]:
    """The items of a short form, in the order that they have among all.

    Args:
        path: of its file.
        benchmark: whose items are asked.
        items: all of them.

    Raises:
        BadArguments: for a form of another benchmark, or with an item that is not among these.
        FileProblem: as ``read_form``.
    """
    name, ids = read_form(path)
    if name.removeprefix(PREFIX) != benchmark:
        raise BadArguments(f"short={path} is a short form of {quoted(name)}, not of {benchmark}")
    known = {item.id for item in items}
    if unknown := [item for item in ids if item not in known]:
        raise BadArguments(
            f"short={path} names {len(unknown)} of {len(ids)} items that {benchmark} does not ask with these settings: "
            f"{listed(unknown[:3])}; write the other settings as `helm-creativity items shorten` printed them"
        )
    wanted = set(ids)
    return [item for item in items if item.id in wanted]
