"""Check: every argument that changes a result is in the run's name, and what cannot be is refused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from helm_creativity.checking.moving import unmoving
from helm_creativity.checking.problem import Finding, Problem, Remark, told
from helm_creativity.checking.subject import Subject
from helm_creativity.checking.values import WRONG, wrong_values
from helm_creativity.checking.varied import Made
from helm_creativity.errors import BadArguments
from helm_creativity.hosting.arguments import RESERVED
from helm_creativity.hosting.run_spec import LONGEST_NAME

problem = partial(Problem, "name")
NOBODYS = "no_such_argument"


def find(subject: Subject) -> Iterator[Finding]:
    """What is wrong with names and arguments of the room's run entries."""
    yield from _reserved(subject)
    yield from _form(subject)
    yield from _shared(subject)
    yield from _idle(subject)
    yield from unmoving(subject)
    yield from _unvaried(subject)
    yield from _refusals(subject)


def _reserved(subject: Subject) -> Iterator[Finding]:
    for name in sorted(RESERVED & set(subject.parameters)):
        yield problem(
            f"HELM takes the argument {name} for itself and never hands it on",
            f"call it otherwise (temp instead of temperature, say), or leave it out of {subject.function.__name__}",
        )
    required = [name for name, one in subject.parameters.items() if one.default is one.empty]
    for name in required:
        yield problem(f"the argument {name} has no default", 'give it one, "" where a user must choose')


def _form(subject: Subject) -> Iterator[Finding]:
    """Group and length, of all entries that were tried."""
    group, spec = subject.card.group, subject.spec
    assert subject.metric
    if spec.groups != [group]:
        yield problem(
            f"the run spec has groups {spec.groups}, so that helm-summarize does not find the benchmark",
            f"make it groups=[{group!r}]",
        )
    for made in subject.varied.made:
        name = made.spec.name
        if name.partition(":")[0] != group:
            yield problem(f"the run's name {name!r} does not begin with {group}", f"begin it with {group}:")
            return
        if len(name.encode()) > LONGEST_NAME:
            yield problem(
                f"the run's name is {len(name.encode())} bytes long, at most {LONGEST_NAME}: {name}",
                "shorten what it shows of the arguments, by checksums where they are long",
            )
            return


def _shared(subject: Subject) -> Iterator[Finding]:
    """Entries that do different things under one name."""
    by_name: dict[str, dict[str, Made]] = defaultdict(dict)
    for made in subject.varied.made:
        by_name[made.spec.name].setdefault(made.core, made)
    seen: set[frozenset[str]] = set()
    for name, different in by_name.items():
        some = list(different.values())
        for one in some[1:]:
            apart = frozenset({**some[0].changed, **one.changed})
            if apart not in seen:
                seen.add(apart)
                yield problem(
                    f"{some[0]} and {one} do different things under one name, {name}, and the second "
                    "run would overwrite the first",
                    f"put {' and '.join(sorted(apart))} into the run's name, exactly as given",
                )


def _idle(subject: Subject) -> Iterator[Finding]:
    for name in subject.varied.idle():
        yield problem(
            f"the argument {name} takes several values and changes nothing that is asked or scored",
            f"return {name}, checked, from {subject.function.__name__} for scenario or scorer to use, or leave it out",
        )


def _unvaried(subject: Subject) -> Iterator[Finding]:
    """Arguments of which this machine takes one value only."""
    name = subject.varied.pilot.spec.name
    for argument, why in subject.varied.unvaried():
        value = str(subject.arguments.get(argument, ""))
        if value and value not in name:
            yield problem(
                f"the run entry says {argument}={value}, and the run's name does not: {name}",
                f"put {argument} into the run's name",
            )
        yield Remark(f"{argument} was not varied: {why}")


def _refusals(subject: Subject) -> Iterator[Finding]:
    """Errors that are not for users, and wrong values that are taken."""
    for what in subject.varied.crashes.values():
        yield problem(what, "check every argument with Arguments, which tells what is wrong as BadArguments")
    for name in [name for name in subject.parameters if name not in subject.varied.crashes]:
        for value in wrong_values(subject.varied.legal.get(name)):
            if finding := _taken(subject, name, value):
                yield finding
                break
    if finding := _taken(subject, NOBODYS, WRONG):
        yield finding


def _taken(subject: Subject, name: str, value: object) -> Finding | None:
    """A wrong value that is not refused as it must be."""
    change = "check it with Arguments (one_of, whole, number, several_of, check), which refuses it by its name"
    if name == NOBODYS:
        change = "use @benchmark, or take **unknown and call arguments.none_of(unknown, ...)"
    try:
        subject.function(**{**subject.arguments, name: value})
    except BadArguments as error:
        if name in str(error) or str(value) in str(error):
            return None
        what = f"{name}={value} is refused with words that do not name {name}: {error}"
        return problem(what, "name the argument, what is allowed, and what was given")
    except Exception as error:
        return problem(f"{name}={value} ends in {told(error)}, which is no BadArguments", change)
    return problem(f"{name}={value} is taken as if it were right", change)
