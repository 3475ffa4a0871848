"""Recomputes what papers print, from files that were fetched, that lie in folders of clones, or that are shipped."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from pkgutil import iter_modules
from typing import Literal, NamedTuple, get_args

from helm_creativity.core.claims import Claim, Recomputed, parse_printed, repository, rounds_to
from helm_creativity.core.registry import find_entry, list_entries, tolerating
from helm_creativity.errors import BadArguments, EmbeddingNotFound, MissingExtra
from helm_creativity.io.files import file_sha256, using_copies
from helm_creativity.operations.fidelity.files import PART, find_file, where_text
from helm_creativity.operations.fidelity.norms import norm_claims
from helm_creativity.safe_text import quoted

OTHERS = {"exam ": "helm_creativity.exams.fidelity", "study ": "helm_creativity.results.studies"}
"""By what stands before the names in tables: sets on which judges are examined, and studies of many benchmarks."""

PRINTED = "printed in the paper"
"""The source of a claim without a file: an example whose parts the paper prints."""
SHOWN = 3
"""Files of a repository that are named."""

State = Literal["equal", "differs", "absent", "wrong"]
STATES: tuple[State, ...] = get_args(State)


class Subject(NamedTuple):
    """What claims are about.

    Attributes:
        name: of the benchmark; or of a set on which judges are examined or of a study, with what stands before it.
        claims: about it.
    """

    name: str
    claims: Sequence[Claim]


@dataclass(frozen=True)
class CheckedClaim:
    """A claim and what came of it.

    Attributes:
        subject: the benchmark, set or study.
        claim: what is printed.
        state: "equal"; "differs" as is known, and why; "absent" if something is not on this machine; "wrong" otherwise.
        found: what was recomputed; None where nothing was.
        why: the reason of every state but "equal".
    """

    subject: str
    claim: Claim
    state: State
    found: Recomputed | None
    why: str

    @property
    def difference(self) -> float | None:
        """Recomputed minus printed."""
        return None if self.found is None else self.found.value - float(parse_printed(self.claim.printed))

    @property
    def sources(self) -> str:
        """The files, each as ``owner/name@commit:path``; of many of one repository the first and how many more."""
        places: dict[str, list[str]] = {}
        for source in self.claim.files:
            owner = repository(source)
            where = f"{owner}@{source.commit[:12]}:" if owner else "helm_creativity/"
            places.setdefault(where, []).append(str(source.place))
        return "; ".join(f"{where}{_first_paths(paths)}" for where, paths in places.items()) or PRINTED


def _first_paths(paths: Sequence[str]) -> str:
    more = len(paths) - SHOWN
    return ", ".join(paths[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def check_claims(names: Sequence[str] = (), folders: Sequence[Path] = ()) -> list[CheckedClaim]:
    """Every claim with its state.

    Args:
        names: of benchmarks, of sets on which judges are examined, and of studies; all if empty.
        folders: of clones, or clones; they come before files that were fetched.

    Raises:
        BadArguments: for another name, or of one about which there is no claim; or a folder that does not exist.
    """
    for folder in folders:
        if not folder.is_dir():
            raise BadArguments(f"expected a folder of clones, or a clone, got {quoted(str(folder))}")
    return [check_claim(subject.name, claim, folders) for subject in find_subjects(names) for claim in subject.claims]


def find_subjects(names: Sequence[str] = ()) -> Iterator[Subject]:
    """Benchmarks, sets and studies with their claims; those of another package that cannot be used cost a warning.

    Raises:
        BadArguments: for another name, or of one about which there is no claim.
    """
    wanted = {_find_subject(name) for name in names}
    for entry in list_entries():
        if entry.owns(PART) and (not names or entry.name in wanted):
            with tolerating(entry):
                claims = getattr(entry.module(PART), "CLAIMS", ())
                yield Subject(entry.name, (*norm_claims(entry), *claims))
    for name, module in _other_modules().items():
        if not names or name in wanted:
            yield Subject(name, tuple(importlib.import_module(module).CLAIMS))


def _other_modules() -> dict[str, str]:
    """The modules about what is no benchmark, by the names in the tables."""
    return {
        f"{kind}{module.name}": f"{package}.{module.name}"
        for kind, package in OTHERS.items()
        for module in iter_modules(importlib.import_module(package).__path__)
    }


def _find_subject(name: str) -> str:
    others = _other_modules()
    for kind in ("", *OTHERS):
        if f"{kind}{name}" in others:
            return f"{kind}{name}"
    try:
        entry = find_entry(name)
    except BadArguments as error:
        raise BadArguments(f"{error}; nor a set or study, which are {', '.join(others)}") from error
    if not entry.owns(PART):
        raise BadArguments(f"{entry.name} has no {PART}.py, so there is no claim about it to check")
    return entry.name


def check_claim(subject: str, claim: Claim, folders: Sequence[Path] = ()) -> CheckedClaim:
    """A claim, recomputed if its files are here and are the ones of which it is."""
    paths: dict[str, Path] = {}
    needed = []
    for source in claim.files:
        path = find_file(source, folders)
        if path is None:
            needed.append(source)
        elif (digest := file_sha256(path)) != source.sha256:
            why = f"{path} has changed: expected sha256 {source.sha256}, got {digest}"
            return CheckedClaim(subject, claim, "wrong", None, why)
        else:
            paths[source.sha256] = path
    if needed:
        return CheckedClaim(subject, claim, "absent", None, f"needs {'; '.join(map(where_text, needed))}")
    try:
        with using_copies(paths):
            found = claim.recompute([paths[source.sha256] for source in claim.files])
    except Exception as error:
        if lacking := _lacking(error):
            return CheckedClaim(subject, claim, "absent", None, f"needs what is not on this machine: {lacking}")
        why = f"cannot be recomputed: {type(error).__name__}: {error}"
        return CheckedClaim(subject, claim, "wrong", None, why)
    return CheckedClaim(subject, claim, *_judge(claim, found))


def _judge(claim: Claim, found: Recomputed) -> tuple[State, Recomputed, str]:
    if claim.n not in (None, found.n):
        return "wrong", found, f"expected n = {claim.n}, got {found.n}"
    if not rounds_to(found.value, claim.expected):
        other = f", nor {claim.expected}, which is known to come out" if claim.differs else ""
        return "wrong", found, f"{found.value:.6g} is not {claim.printed}, which is printed{other}"
    if claim.differs:
        return "differs", found, f"it differs because {claim.differs.because}"
    return "equal", found, ""


def _lacking(error: BaseException | None) -> str:
    """What an error says of an embedding or a library that is not here, whatever it was raised from; else ""."""
    while error is not None:
        if isinstance(error, (EmbeddingNotFound, MissingExtra)):
            return str(error)
        error = error.__cause__
    return ""
