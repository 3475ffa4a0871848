"""Named sets of benchmarks, the run entries for which they and the names of benchmarks stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.follow_ups import RESPONSE_TOKENS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import PREFIX, find_name, meant, plain_name
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.settings import MAX_TOKENS
from helm_creativity.commands.running.interface import Interface
from helm_creativity.errors import BadArguments
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import quoted

TIMES_THE_USUAL = 10
"""A response may be so many times as long as is usual: enough for one with an introduction and reasons."""
LEAST_TOKENS = 256
"""A model that is asked for one word may say it in a sentence, which must not be cut."""
REASONING_TOKENS = 16_384
"""What a model that reasons may write, its reasoning included."""
COUNTED_FOR = "creativity/greedy"
"""The baseline for which requests are counted where no model is named."""


class NamedSet(NamedTuple):
    """Run entries of a file, under a name, with what they take; with ``needs_judges`` all items of its benchmarks."""

    name: str
    file: str
    what: str
    requests: int | None
    judge_calls: int | None
    needs_judges: bool = False


_DEMO, _WITHOUT_JUDGES = "run_entries_demo.conf", "without --judges, the lexical judge rates surface statistics"
_FETCHED = "needs fetched files and keys for several providers"
SETS = (
    NamedSet("core", "run_entries_core.conf", "a quick start: no download, no judge", 267, 0),
    NamedSet("vocabulary", "run_entries_vocabulary.conf", "word tasks under the built-in vectors; no judge", 456, 0),
    NamedSet("offline", _DEMO, f"every benchmark, without a download; {_WITHOUT_JUDGES}", 1880, 1803),
    NamedSet("full", _DEMO, "every benchmark with all of its items; needs --judges", 4030, 6595, needs_judges=True),
    NamedSet("published", "run_entries_published.conf", f"the papers' settings, where printed; {_FETCHED}", None, None),
)


@dataclass(frozen=True)
class Entry:
    """A run entry of this package, by its parts as they are written."""

    benchmark: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    @property
    def may_judge(self) -> bool:
        """Whether the benchmark asks judges if they are named."""
        return issubclass(get_benchmark(self.benchmark).settings_type, JudgedSettings)

    def having(self, **arguments: str | int) -> Entry:
        """The entry with other arguments."""
        return replace(self, arguments={**self.arguments, **{name: str(value) for name, value in arguments.items()}})

    def without(self, names: Collection[str]) -> Entry:
        """The entry without some of its arguments."""
        return replace(self, arguments={name: value for name, value in self.arguments.items() if name not in names})

    def of_model(self, model: str, deployment: str = "") -> str:
        """The run entry as ``helm-run`` takes it; without a deployment HELM chooses one of the model's."""
        named = {"model_deployment": deployment} if deployment else {}
        return f"{PREFIX}{self.having(model=model, **named)}"

    def __str__(self) -> str:
        """As a user writes it."""
        arguments = ",".join(f"{name}={value}" for name, value in self.arguments.items())
        return f"{self.benchmark}:{arguments}" if arguments else self.benchmark


def entries_of(names: Sequence[str], judges: str = "", interface: Interface = Interface.COMMAND_LINE) -> list[Entry]:
    """The run entries for which names of sets, names of benchmarks and run entries stand, each once."""
    found = list[Entry]()
    for name in names:
        known = next((known for known in SETS if known.name == name.casefold()), None)
        if known is not None and known.needs_judges and not judges:
            example = f"name them with {interface.argument('judges')}, such as openai/gpt-4o-2024-11-20"
            raise BadArguments(f"the set {name} needs judges: {example}")
        found += [_entry(name, interface)] if known is None else set_entries(known)
    if judges:
        found = [entry.having(judges=judges) if entry.may_judge else entry for entry in found]
    return [entry for place, entry in enumerate(found) if entry not in found[:place]]


def as_in_helm_run(
    names: Sequence[str],
    models: Sequence[str],
    judges: str,
    tell: Callable[[str], None],
    interface: Interface = Interface.COMMAND_LINE,
) -> tuple[list[str], list[str]]:
    """Run entries and files of them for ``helm-run``, of sets, benchmarks, run entries and names of files."""
    files = [name for name in names if name.endswith(".conf")]
    complete = [name for name in names if "model=" in name]
    short = [name for name in names if name not in files and name not in complete]
    if short and not models:
        tell(f"note: no {interface.argument('models')} is named: counted as for the baseline {COUNTED_FOR}")
    entries = entries_of(short, judges, interface)
    named = [entry.of_model(model) for model in models or (COUNTED_FOR,) for entry in entries]
    return [*complete, *named], files


def set_entries(known: NamedSet) -> list[Entry]:
    """The run entries of a set."""
    from helm.benchmark.presentation.run_entry import read_run_entries

    spec = find_spec("helm_creativity.run_specs")  # importing it would register with HELM
    assert spec is not None
    assert spec.origin is not None
    file = Path(spec.origin).with_name(known.file)
    entries = [_entry(entry.description) for entry in read_run_entries([str(file)]).entries]
    return [entry.without({"max_eval_instances"}) for entry in entries] if known.needs_judges else entries


def offline_entry(benchmark: str, without: Collection[str] = ()) -> str:
    """The run entry of a benchmark that needs no download, as a user writes it; "" for one of another package."""
    known = next(known for known in SETS if known.name == "offline")
    return next((str(entry.without(without)) for entry in set_entries(known) if entry.benchmark == benchmark), "")


def _entry(text: str, interface: Interface = Interface.COMMAND_LINE) -> Entry:
    name, _, rest = text.partition(":")
    sets, benchmarks = [known.name for known in SETS], [entry.name for entry in list_entries()]
    benchmark = find_name(name, benchmarks)
    if benchmark is None and name.casefold() in sets:
        example = "leave them out, or name benchmarks with theirs, such as rat:temp=1"
        raise BadArguments(f"{quoted(name)} is a set, and a set takes no arguments: {example}")
    if benchmark is None:
        known = f"sets: {', '.join(sets)}; benchmarks: {', '.join(benchmarks)}"
        similar = meant(plain_name(name), [*sets, *benchmarks])
        raise BadArguments(f"there is no set or benchmark {quoted(name)}{similar}; {known}")
    arguments: dict[str, str] = {}
    for key, sign, value in (part.partition("=") for part in filter(None, rest.split(","))):
        if not (key.isidentifier() and sign) or key in arguments:
            expected = f"a run entry such as {name}:temp=1, with each argument once and commas alone between them"
            raise BadArguments(f"expected {expected}, got {quoted(text)}")
        arguments[key] = value
    if arguments.pop("model", "text") != "text" or "model_deployment" in arguments:
        models = interface.argument("models")
        raise BadArguments(f"{quoted(text)} names a model: remove it there, and name it with {models}")
    return Entry(benchmark, arguments)


def usual_limit(benchmark: str) -> int:
    """Tokens that a response may have where the model does not reason: ten times a usual one, 256 to 4,096."""
    kind = get_benchmark(benchmark)
    usual = max(kind.response_tokens or RESPONSE_TOKENS, kind.follow_up_tokens or 0)
    return min(max(TIMES_THE_USUAL * usual, LEAST_TOKENS), MAX_TOKENS)


def limited(entries: Iterable[Entry], max_tokens: int | None, reasoning: bool) -> Iterator[Entry]:
    """The entries with a token limit, but for those that name one."""
    for entry in entries:
        usual = REASONING_TOKENS if reasoning else usual_limit(entry.benchmark)
        limit = usual if max_tokens is None else max_tokens
        yield entry if "max_tokens" in entry.arguments else entry.having(max_tokens=limit)
