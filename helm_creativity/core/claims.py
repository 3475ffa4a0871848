"""What a paper prints and this package recomputes: the claims that a module ``fidelity`` lists.

A benchmark's folder may hold ``fidelity.py`` with ``CLAIMS``, a sequence of ``Claim``. Those of a set on which judges
are examined lie in ``helm_creativity.exams.fidelity``, in a module that has the set's name, and those of papers about
many benchmarks in ``helm_creativity.results.studies``. ``fidelity.py`` may also hold ``RECIPES``, by name: the norms of
the card name them, and the claims about these norms follow from both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import NamedTuple

from helm_creativity.errors import BadArguments
from helm_creativity.io.files import SourceFile
from helm_creativity.safe_text import quoted

RAW = "https://raw.githubusercontent.com/"
ROUNDING = Decimal("1e-9")
"""How far a float may lie beyond half of the last printed digit."""


class Recomputed(NamedTuple):
    """What this package gets.

    Attributes:
        value: the number.
        n: of what it was computed: people, responses, models.
    """

    value: float
    n: int

    @classmethod
    def counted(cls, n: int) -> Recomputed:
        """How many there are of something."""
        return cls(n, n)


Recompute = Callable[[Sequence[Path]], Recomputed]
"""From the files of a claim, in their order, to the number."""


class Difference(NamedTuple):
    """A number that is known not to come out.

    Attributes:
        ours: what comes out instead, as a text whose digits say what equal means.
        because: why, as a clause that finishes "It differs because ...".
    """

    ours: str
    because: str


@dataclass(frozen=True)
class Claim:
    """A printed number and how it is recomputed.

    Attributes:
        what: is measured, and of whom: "mean score of study 2".
        paper: author and year.
        place: where the number stands: "Table 5, row GPT-4"; a card of this package where it is its norm.
        printed: the number as a text. It is reproduced if the recomputed value, rounded to its digits, is equal.
        recompute: from the files to the number.
        files: of which it is recomputed; each has a checksum, and one that this package ships has "" as its address.
            None for an example that the paper prints in full.
        n: how many there should be; None where nothing says so.
        differs: where the number is known not to come out.
    """

    what: str
    paper: str
    place: str
    printed: str
    recompute: Recompute
    files: tuple[SourceFile, ...]
    n: int | None = None
    differs: Difference | None = None

    @property
    def expected(self) -> str:
        """What should come out: the printed number, or the one that is known to come out instead."""
        return self.differs.ours if self.differs else self.printed


Scores = Callable[[Sequence[Path], str, Mapping[str, str]], Iterable[float]]
"""From the files of a recipe, a stat and arguments to the scores of people, one for each unit of the norm."""


@dataclass(frozen=True)
class Recipe:
    """How a norm is made of files that its authors publish.

    Attributes:
        paper: author and year.
        files: of which it is made, each with a checksum.
        scores: from these files to the scores of people.
        scores_responses: whether responses of people are scored, so that the arguments may be any settings of the
            benchmark that score responses. Otherwise the files hold the scores, and there are no such settings.
    """

    paper: str
    files: tuple[SourceFile, ...]
    scores: Scores
    scores_responses: bool = False


def claims_about(
    files: Sequence[SourceFile],
    paper: str,
    place: str,
    recompute: Callable[..., Recomputed],
    printed: Sequence[tuple[str, str]],
    n: int | None = None,
) -> tuple[Claim, ...]:
    """Claims that one function recomputes.

    Args:
        files: of all of them.
        paper: author and year.
        place: where the numbers stand.
        recompute: takes the files, then what is measured, and returns the number.
        printed: what is measured, and the number.
        n: how many there should be.
    """
    return tuple(
        Claim(what, paper, place, number, partial(_named, recompute, what), tuple(files), n) for what, number in printed
    )


def _named(recompute: Callable[..., Recomputed], what: str, paths: Sequence[Path]) -> Recomputed:
    return recompute(paths, what)


def github_file(repository: str, commit: str, path: str, sha256: str, licence: str) -> SourceFile:
    """A file of a repository at a commit; ``repository`` is ``owner/name``.

    A file that a card names is the card's instead, so that a fetched copy is found: see ``find_source``.
    """
    name = path.rpartition("/")[2]
    return SourceFile(name, f"{RAW}{repository}/{commit}/{path}", None, sha256, licence, repository)


def shipped_file(path: str, sha256: str, licence: str) -> SourceFile:
    """A file that this package ships; ``path`` is relative to the folder of ``helm_creativity``."""
    return SourceFile(path, "", None, sha256, licence, "helm-creativity")


def repository(source: SourceFile) -> str:
    """``owner/name`` of a file's repository; "" for a file that lies elsewhere, or that this package ships."""
    return "/".join(source.url.removeprefix(RAW).split("/")[:2]) if source.url.startswith(RAW) else ""


def parse_printed(text: str) -> Decimal:
    """The number that a printed text is: ``78.19``, ``-.02``, ``1,767``.

    Raises:
        BadArguments: for another text.
    """
    try:
        number = Decimal(text.replace(",", ""))
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite():
        raise BadArguments(f"expected a printed number such as 78.19, got {quoted(text)}")
    return number


def rounds_to(value: float, printed: str) -> bool:
    """Whether a value is equal to a printed number once it is rounded to its digits; at a tie, up or down."""
    number = parse_printed(printed)
    exponent = number.as_tuple().exponent
    half = Decimal(5).scaleb(int(exponent) - 1)
    found = Decimal(repr(float(value)))
    return found.is_finite() and abs(found - number) <= half + ROUNDING * abs(number)
