"""A sample of people on disk: ``sample.json`` says what was measured and of whom, ``responses.jsonl`` what they wrote.

Several samples may lie in one folder, each in a folder of its own.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.benchmark.names import PREFIX, SCORE
from helm_creativity.benchmark.rows.records import writing
from helm_creativity.benchmark.rows.tables import records_in_file
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.people.responses import THRESHOLD, PersonResponse

if TYPE_CHECKING:
    from helm_creativity.people.statistics import SampleStatistics

SAMPLE, RESPONSES = "sample.json", "responses.jsonl"


@dataclass(frozen=True)
class PeopleSample:
    """Participants and their scored responses to one benchmark."""

    name: str
    benchmark: str
    comparable: str
    provenance: Mapping[str, str]
    settings: Mapping[str, Any]
    responses: tuple[PersonResponse, ...]
    licence: str = ""
    consent: str = ""
    source: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def group(self) -> str:
        """The benchmark's run group."""
        return f"{PREFIX}{self.benchmark}"

    @property
    def participants(self) -> tuple[str, ...]:
        """In the order in which they first appear."""
        return tuple(dict.fromkeys(response.participant for response in self.responses))

    @property
    def items(self) -> tuple[str, ...]:
        """Ids of the items that they answered, in the order in which they first appear."""
        return tuple(dict.fromkeys(response.item for response in self.responses))

    def by_participant(self, stat: str = SCORE) -> dict[str, float]:
        """Mean of a value over each participant's responses that have one; nobody without any."""
        values: dict[str, list[float]] = defaultdict(list)
        for response in self.responses:
            if (value := response.value(stat)) is not None:
                values[response.participant].append(value)
        return {participant: fmean(some) for participant, some in values.items()}

    def statistics(self, *, top: int = 2, embedding: str = "", threshold: float = THRESHOLD) -> SampleStatistics:
        """What studies of divergent thinking report; see ``people.statistics``."""
        from helm_creativity.people.statistics import sample_statistics

        how: dict[str, Any] = {"top": top, "embedding": embedding, "threshold": threshold}
        scored_under = str(self.settings.get("embedding", ""))
        return sample_statistics(self.name, self.benchmark, self.responses, **how, scored_under=scored_under)

    @property
    def folder_name(self) -> str:
        """``dat-study-1``: the benchmark, and the name in letters and digits."""
        return _folder_name(self.benchmark, self.name)


def _folder_name(benchmark: str, name: str) -> str:
    slug = re.sub(r"[^\w]+", "-", name.lower()).strip("-") or "sample"
    return f"{benchmark}-{slug}"


def require_no_sample(benchmark: str, name: str, people: Path) -> None:
    """Raises where ``people`` has a sample of that name, which can be known before judges are asked."""
    folder = people / _folder_name(benchmark, name)
    if (folder / SAMPLE).exists():
        raise BadArguments(f"{folder} already exists; choose another --name, or pass --replace")


def write_sample(sample: PeopleSample, people: Path, replace: bool = False) -> Path:
    """Writes a sample into a folder of its own in ``people``; the header comes last, so that a part is no sample."""
    folder = people / sample.folder_name
    if not replace:
        require_no_sample(sample.benchmark, sample.name, people)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SAMPLE).unlink(missing_ok=True)
    except OSError as error:
        raise FileProblem(f"cannot write {folder}: {error.strerror or error}") from error
    with writing(folder / RESPONSES) as out:
        out.writelines(json.dumps(asdict(response)) + "\n" for response in sample.responses)
    head = {name: value for name, value in vars(sample).items() if name != "responses"}
    with writing(folder / SAMPLE) as out:
        out.write(json.dumps(head, indent=1, ensure_ascii=False) + "\n")
    return folder


def read_people(paths: Iterable[Path]) -> list[PeopleSample]:
    """All samples of folders; each is a sample, or holds some."""
    found = []
    for path in paths:
        folders = [path] if (path / SAMPLE).is_file() else sorted(file.parent for file in path.glob(f"*/{SAMPLE}"))
        if not folders:
            raise FileProblem(f"there is no sample of people in {path}; helm-creativity people import makes one")
        found += [read_sample(folder) for folder in folders]
    return found


def read_sample(folder: Path) -> PeopleSample:
    """The sample in a folder."""
    try:
        responses = tuple(PersonResponse(**record) for _, record in records_in_file(folder / RESPONSES))
        for response in responses:
            response.listed_ideas  # noqa: B018 - raises where they are not what is written
        return PeopleSample(**read_json(folder / SAMPLE), responses=responses)
    except (*UNREADABLE, BadArguments) as error:
        raise FileProblem(f"{folder}: not a sample of people: {damage(error)}") from error


def named(samples: Sequence[PeopleSample]) -> str:
    """``Study 1 (dat), Study 2 (aut)``: for messages."""
    return ", ".join(f"{sample.name} ({sample.benchmark})" for sample in samples)
