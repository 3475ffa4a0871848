"""Asks every check of every room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from helm_creativity.checking.checks import Check, all_checks
from helm_creativity.checking.house import House
from helm_creativity.checking.problem import Broken, NotApplicable, Problem, Remark, told
from helm_creativity.checking.subject import Subject
from helm_creativity.planning.offline import offline
from helm_creativity.rooms import Room


@dataclass(frozen=True)
class Verdict:
    """What one check says of one room.

    Attributes:
        room: its name.
        check: its name.
        problems: what is wrong.
        remarks: what could not be looked at.
        skipped: why the check was not made, "" if it was.
    """

    room: str
    check: str
    problems: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = ()
    skipped: str = ""


def verdicts(
    rooms: Sequence[Room],
    only: Collection[str] = (),
    pilot: bool = True,
    tell: Callable[[str], None] = lambda line: None,
) -> Iterator[Verdict]:
    """What the checks say, room by room.

    Args:
        rooms: which rooms.
        only: names of the checks that are made; all if empty.
        pilot: whether those are made that need HELM's runner.
        tell: is told what is being done.
    """
    wanted = [one for one in all_checks() if (not only or one.name in only) and (pilot or not one.runs_helm)]
    with House(rooms) as house:
        if any(one.runs_helm for one in wanted):
            house.pilot.start()
        for subject in house.checked:
            tell(f"checking {subject.room.name}")
            yield from verdicts_of(subject, wanted)


def verdicts_of(subject: Subject, checks: Sequence[Check]) -> Iterator[Verdict]:
    """What some checks say of one room. Nothing is asked of the network."""
    left = {one.name for one in checks}
    told_before: set[Problem] = set()
    owed: list[Problem] = []
    for check in checks:
        with offline():
            verdict = _verdict(check, subject, left, told_before, owed)
        left.remove(check.name)
        told_before.update(verdict.problems)
        yield verdict


def _verdict(
    check: Check, subject: Subject, left: Collection[str], told_before: Collection[Problem], owed: list[Problem]
) -> Verdict:
    """One check of one room. What is broken is told once: by the check whose business it is, if that is still left.

    What waits for that check is ``owed``, so that it is told even where the check itself does not meet it.
    """
    found: list[Problem] = []
    remarks: list[str] = []
    skipped = ""
    try:
        for finding in check.find(subject):
            if isinstance(finding, Remark):
                remarks.append(finding.text)
            else:
                found.append(finding)
    except NotApplicable as reason:
        skipped = str(reason)
    except Broken as broken:
        whose = broken.problem.check
        if broken.problem in told_before or (whose in left and whose != check.name):
            skipped = f"cannot be told before {whose} is mended"
            owed.append(broken.problem)
        else:
            found.append(broken.problem)
    except Exception as error:
        change = "mend what it says; if that is no fault of the room, this check has one"
        found.append(Problem(check.name, f"the check itself ends in {told(error)}", change))
    if not found:
        found = [one for one in owed if one.check == check.name and one not in told_before]
    return Verdict(subject.room.name, check.name, tuple(dict.fromkeys(found)), tuple(remarks), skipped)
