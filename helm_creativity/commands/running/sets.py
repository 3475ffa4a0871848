"""Named sets of benchmarks, and the run entries for which they and the names of benchmarks stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.follow_ups import RESPONSE_TOKENS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import PREFIX, find_name, meant, plain_name
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.settings import MAX_TOKENS
from helm_creativity.errors import BadArguments, FileProblem
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
    NamedSet("core", "run_entries_core.conf", "a quick start: no download, no judge", 367, 0),
    NamedSet("vocabulary", "run_entries_vocabulary.conf", "word tasks under the built-in vectors; no judge", 456, 0),
    NamedSet("offline", _DEMO, f"every benchmark, without a download; {_WITHOUT_JUDGES}", 2887, 2316),
    NamedSet("full", _DEMO, "every benchmark with all of its items; needs --judges", 7333, 7588, needs_judges=True),
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

    def having(self, **arguments: str | int | None) -> Entry:
        """The entry with other arguments, and without those that are None."""
        both = {**self.arguments, **arguments}
        return replace(self, arguments={name: str(value) for name, value in both.items() if value is not None})

    def of_model(self, model: str, deployment: str | None = None) -> str:
        """The run entry as ``helm-run`` takes it; without a deployment HELM chooses one of the model's."""
        return f"{PREFIX}{self.having(model=model, model_deployment=deployment)}"

    def __str__(self) -> str:
        """As a user writes it."""
        arguments = ",".join(f"{name}={value}" for name, value in self.arguments.items())
        return f"{self.benchmark}:{arguments}" if arguments else self.benchmark


def entries_of(names: Sequence[str], judges: str = "") -> list[Entry]:
    """The run entries for which names of sets, names of benchmarks and run entries stand, each once."""
    by_name, found = {known.name: known for known in SETS}, dict[str, Entry]()
    for name in names:
        known = by_name.get(name.casefold())
        if known is not None and known.needs_judges and not judges:
            raise BadArguments(f"the set {name} needs judges: add --judges, such as openai/gpt-4o-2024-11-20")
        for entry in [_parse(name)] if known is None else set_entries(known):
            entry = entry.having(judges=judges) if judges and entry.may_judge else entry
            found.setdefault(str(entry), entry)
    return list(found.values())


def in_full(names: Sequence[str], models: Sequence[str], judges: str, tell: Callable[[str], None]) -> list[str]:
    """Run entries as ``helm-run`` takes them, with their models, those of files of run entries (``.conf``) first."""
    files = [name for name in names if name.endswith(".conf")]
    complete = [name for name in names if "model=" in name]
    short = [name for name in names if name not in files and name not in complete]
    if short and not models:
        tell(f"note: no model is named: counted as for the baseline {COUNTED_FOR}")
    entries = entries_of(short, judges)
    return [
        *(full for file in files for text in _texts_in(Path(file)) for full in _with_models(text, models)),
        *(full for text in complete for full in _with_models(text, models)),
        *(entry.of_model(model) for model in models or (COUNTED_FOR,) for entry in entries),
    ]


def _with_models(text: str, models: Sequence[str]) -> list[str]:
    """An entry of any package under the name that HELM knows; models take the place of ``model=text``."""
    from helm.benchmark.run_spec import get_run_spec_function

    name, _, arguments = text.partition(":")
    groups = [entry.group for entry in list_entries()]
    if name not in groups and (name.startswith(PREFIX) or get_run_spec_function(name) is None):
        name = find_name(name, groups) or name
    parts = [part for part in arguments.split(",") if part]
    named = next((part.removeprefix("model=") for part in parts if part.startswith("model=")), "")
    if "/" in named:
        return [f"{name}:{arguments}"]
    if not models:  # HELM would expand it over every model that it knows, or over a group of them
        raise BadArguments(
            f"the run entry {quoted(text)} names no model in full, such as {name}:temp=1,model=openai/gpt-4o-2024-11-20"
            " with commas alone between arguments: write it there, or name models with --model"
        )
    others = [part for part in parts if not part.startswith("model=")]
    return [f"{name}:{','.join([*others, f'model={model}'])}" for model in models]


def _texts_in(file: Path) -> list[str]:
    from helm.benchmark.presentation.run_entry import read_run_entries

    try:
        return [entry.description for entry in read_run_entries([str(file)]).entries]
    except FileNotFoundError as error:
        raise FileProblem(f"there is no file of run entries {file}") from error
    except Exception as error:  # of the parser, of every kind
        raise FileProblem(f"expected run entries in {file}: {' '.join(str(error).split())}") from error


def set_entries(known: NamedSet) -> list[Entry]:
    """The run entries of a set."""
    spec = find_spec("helm_creativity.run_specs")  # importing it would register with HELM
    assert spec is not None
    assert spec.origin is not None
    entries = map(_parse, _texts_in(Path(spec.origin).with_name(known.file)))
    return [entry.having(max_eval_instances=None) if known.needs_judges else entry for entry in entries]


def offline_entry(benchmark: str, without: Iterable[str] = ()) -> str:
    """The run entry of a benchmark that needs no download, as a user writes it; "" for one of another package."""
    known = next(known for known in SETS if known.name == "offline")
    found = (entry.having(**dict.fromkeys(without)) for entry in set_entries(known) if entry.benchmark == benchmark)
    return str(next(found, ""))


def _parse(text: str) -> Entry:
    name, _, rest = text.partition(":")
    sets, benchmarks = [known.name for known in SETS], [entry.name for entry in list_entries()]
    benchmark = find_name(name, benchmarks)
    if benchmark is None:
        if name.casefold() in sets:
            raise BadArguments(f"{quoted(name)} is a set, and a set takes no arguments: leave out {quoted(rest)}")
        known = f"sets: {', '.join(sets)}; benchmarks: {', '.join(benchmarks)}"
        similar = meant(plain_name(name), [*sets, *benchmarks])
        raise BadArguments(f"there is no set or benchmark {quoted(name)}{similar}; {known}")
    pairs = [part.partition("=") for part in rest.split(",") if part]
    arguments = {key: value for key, _, value in pairs}
    if len(arguments) < len(pairs) or not all(key.isidentifier() and sign for key, sign, _ in pairs):
        expected = f"a run entry such as {name}:temp=1, with each argument once and commas alone between them"
        raise BadArguments(f"expected {expected}, got {quoted(text)}")
    if arguments.pop("model", "text") != "text" or "model_deployment" in arguments:
        raise BadArguments(f"{quoted(text)} names a model: remove it there, and name it with --model")
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
