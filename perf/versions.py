"""Whether two versions of this package ask, rate and score alike: every benchmark, odd responses, judges that fail.

    python perf/versions.py record FOLDER     # with the package that Python imports: runs everything, offline
    python perf/versions.py compare OLD NEW   # exits with 1 where anything differs, and names it

To record another version, put its checkout first: ``PYTHONPATH=CHECKOUT python perf/versions.py record FOLDER``. Models
and judges are played by clients that respond by the checksum of what they are asked: mostly as the baselines and the
lexical judge do, otherwise oddly. They note every request, in order, with one thread.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import polars as pl
import yaml
from helm.clients.client import Client
from helm.common.request import ErrorFlags, GeneratedOutput, Request, RequestResult

NOTES = "HELM_CREATIVITY_REQUESTS"
"""The environment's variable that names the file into which requests are written."""

REQUESTS, PLAN, RATINGS, TABLES = "requests.jsonl", "plan.json", "ratings.csv", "tables"
MODELS = {"odd/model": "OddModel", "odd/talker": "TogetherChatClient"}
JUDGES = ("odd/judge-a", "odd/judge-b", "odd/judge-c")
PANEL = "+".join(JUDGES)
ITEMS = 8

ENTRIES = (
    "dat:embedding=builtin,num_trials=4",
    "dat:protocol=schapiro2026,embedding=builtin,num_trials=4",
    "dat:protocol=mctb2025,prompts=own,embedding=builtin,num_trials=2",
    "cdat:embedding=builtin",
    "cdat:protocol=nakajima2026,prompts=own,embedding=builtin",
    "drat:prompts=own,embedding=builtin",
    "hard_dat:prompts=own,embedding=builtin",
    "hivemind:embedding=builtin,num_trials=6",
    "letter_string",
    "rat",
    "sdat:items=en,prompts=own,embedding=builtin,num_trials=3",
    "pace:embedding=builtin,num_trials=2",
    f"metaphor:prompts=own,judges={PANEL}",
    f"metaphor:prompts=own,instruction=creative,judges={PANEL}+odd/model,design=draw=2",
    f"design_problems:prompts=own,judges={PANEL},design=planned_missing=2",
    f"scientific_thinking:prompts=own,judges={PANEL},judge_temp=.5",
    f"macgyver:prompts=own,judges={PANEL},num_trials=2",
    f"story:embedding=builtin,judges={PANEL}",
    f"story:protocol=agc2026,prompts=own,embedding=builtin,judges={PANEL}+odd/model",
    "story:embedding=builtin",
    f"aut:embedding=builtin,judges={PANEL},design=draw=2,num_trials=3",
    "aut:embedding=builtin,num_trials=3",
    f"aut:protocol=mctb2025,prompts=own,embedding=builtin,judges={PANEL}",
    f"aut:protocol=agc2026,prompts=own,embedding=builtin,judges={PANEL}",
    f"create:embedding=builtin,judges={PANEL}",
    f"create:embedding=builtin,form=iterative,judges={PANEL},design=draw=1",
    f"create:embedding=builtin,form=resample,responses=2,judges={PANEL}",
    f"create:embedding=builtin,form=verbalized,protocol=wadhwa2026_code,judges={PANEL}+odd/model",
    f"live_idea_bench:prompts=own,judges={PANEL},num_trials=3",
    f"live_idea_bench:prompts=own,protocol=ruan2026,form=reasoning,judges={PANEL}+odd/model,design=draw=2,num_trials=3",
    f"novelty:responses=3,judges={PANEL}",
    f"novelty:responses=4,protocol=zhang2025_distinct,judges={PANEL},design=draw=2",
    "novelty:responses=3,protocol=zhang2025_distinct,same=builtin",
    f"novelty:responses=3,same=builtin,threshold=.5,judges={PANEL}",
)
"""Run entries without ``creativity_`` in front; all need no file that is fetched."""

ODD_RESPONSES = (
    "",
    "   \n",
    "I'm sorry, but I can't help with that.",
    "It is not possible with these items.",
    "<think>Let me see. cat, dog</think>\n",
    "asdf " * 400,
    '{"results": [{"word": "moth"',
    "moth",
    "Sure! Here you go:\n\n1. moth\n2. jazz\n3. fog\n\nLet me know if you need more.",
)
ODD_RATINGS = (
    "",
    "great!",
    "99",
    "Score: 3",
    '{"originality": 4',
    "A",
    "I cannot rate this.",
    "1: 3\n2: 4",
    "7/10",
    "-1",
)


def checksum(*parts: object) -> int:
    """A number that is the same in every version."""
    return int.from_bytes(hashlib.sha256(json.dumps(parts, default=str).encode()).digest()[:6], "big")


def note(request: Request) -> None:
    """Writes a request down."""
    asked = {
        "deployment": request.model_deployment,
        "prompt": request.prompt,
        "messages": request.messages,
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
        "random": request.random,
        "format": None if request.response_format is None else vars(request.response_format),
    }
    with open(os.environ[NOTES], "a", encoding="utf-8") as file:
        file.write(json.dumps(asked, sort_keys=True, default=str) + "\n")


def reply(text: str, reason: str = "stop") -> RequestResult:
    """A completion."""
    completion = GeneratedOutput(text=text, logprob=0.0, tokens=[], finish_reason={"reason": reason})
    return RequestResult(success=True, cached=False, completions=[completion], embedding=[])


def failure() -> RequestResult:
    """A final error."""
    flags = ErrorFlags(is_retriable=False, is_fatal=False)
    return RequestResult(
        success=False, cached=False, completions=[], embedding=[], error="Error code: 400 - odd", error_flags=flags
    )


class OddModel(Client):
    """Responds as the random baseline does, but for one request in three."""

    def make_request(self, request: Request) -> RequestResult:
        """See ``Client``."""
        from helm_creativity.baselines.client import BaselineClient

        note(request)
        usual = BaselineClient("random").make_request(request)
        text = usual.completions[0].text if usual.completions else ""
        chance = checksum("model", request.prompt, request.messages, request.random)
        kind = chance % 24
        if kind < 16:
            return reply(text)
        if kind == 16:
            return failure()
        if kind == 17:
            return reply(text[: len(text) // 2], "length")
        if kind == 18:
            return reply(f"{text}\n\n{text}")
        if kind == 19:
            return reply(f"<think>Hm.</think>Sure, here it is:\n\n{text}")
        return reply(ODD_RESPONSES[chance // 24 % len(ODD_RESPONSES)])


class TogetherChatClient(OddModel):
    """The same for conversations: clients that take them are known by the names of their classes."""


class OddJudge(Client):
    """Rates as the lexical judge does, moved a little for each judge, but for one request in four."""

    def make_request(self, request: Request) -> RequestResult:
        """See ``Client``."""
        from helm_creativity.baselines.client import LexicalJudgeClient

        note(request)
        usual = LexicalJudgeClient().make_request(request)
        text = usual.completions[0].text if usual.completions else "3"
        chance = checksum("judge", request.model_deployment, request.prompt, request.messages)
        kind = chance % 16
        if kind < 11:
            return reply(text)
        if kind == 11:
            return failure()
        if kind == 12:
            return reply(text[: len(text) // 2], "length")
        if kind == 13:
            return reply(f"I rate it so:\n{text}\nThat is my view.")
        return reply(ODD_RATINGS[chance // 16 % len(ODD_RATINGS)])


def configure(folder: Path) -> None:
    """Registers the odd models and judges for ``helm-run --local-path``."""
    classes = {**MODELS, **dict.fromkeys(JUDGES, "OddJudge")}
    tags = ["TEXT_MODEL_TAG", "FULL_FUNCTIONALITY_TEXT_MODEL_TAG"]
    metadata = [
        {
            "name": name,
            "display_name": name,
            "description": "odd",
            "creator_organization_name": "odd",
            "access": "open",
            "release_date": date(2026, 1, 1),
            "tags": tags,
        }
        for name in classes
    ]
    deployments = [
        {"name": name, "model_name": name, "client_spec": {"class_name": f"versions.{kind}"}}
        for name, kind in classes.items()
    ]
    folder.mkdir(parents=True)
    (folder / "model_metadata.yaml").write_text(yaml.safe_dump({"models": metadata}))
    (folder / "model_deployments.yaml").write_text(yaml.safe_dump({"model_deployments": deployments}))


def record(folder: Path) -> None:
    """Runs everything, and writes what it asked, rated, scored and planned."""
    folder.mkdir(parents=True)
    local = folder / "prod_env"
    configure(local)
    here = str(Path(__file__).parent)
    environment = {
        **os.environ,
        NOTES: str(folder / REQUESTS),
        "PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH", ""), here])),
    }
    entries = [
        f"creativity_{entry}{',' if ':' in entry else ':'}model={model}"
        for model in MODELS
        for entry in ENTRIES
        if model == "odd/model" or "create" in entry or "live_idea" in entry or "pace" in entry
    ]
    (folder / "entries.conf").write_text(
        "entries: [\n" + "\n".join(f'  {{description: "{entry}", priority: 1}}' for entry in entries) + "\n]\n"
    )

    def run(*command: str) -> None:
        done = subprocess.run([sys.executable, "-m", *command], env=environment, capture_output=True, text=True)
        (folder / f"{command[0]}-{command[1].strip('-')}.log").write_text(done.stdout + done.stderr)
        if done.returncode:
            sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")

    entered = ["--conf-paths", str(folder / "entries.conf"), "-m", str(ITEMS), "--local-path", str(local)]
    suite = ["odd", "--output-path", str(folder)]
    run("helm_creativity", "plan", *entered, "--format", "json", "--out", str(folder / PLAN))
    run("helm.benchmark.run", *entered, "--suite", "odd", "-n", "1", "--output-path", str(folder))
    run("helm_creativity", "ratings", *suite, "--out", str(folder / RATINGS))
    run("helm_creativity", "export", "tables", *suite, "--out", str(folder / TABLES))


def runs_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Names and folders of the runs."""
    for path in sorted((folder / "runs" / "odd").iterdir()):
        if (path / "run_spec.json").is_file():
            yield path.name, path


def read(path: Path) -> Any:  # noqa: ANN401
    """The JSON of a file."""
    return json.loads(path.read_text("utf-8"))


def read_stats(path: Path) -> dict[str, Any]:
    """All stats of a run, of its items and of its responses, by name."""
    if not (path / "stats.json").is_file():
        return {"run": None}
    found = {f"run {stat['name']['name']}": stat["mean"] for stat in read(path / "stats.json")}
    for entry in read(path / "per_instance_stats.json"):
        for stat in entry["stats"]:
            found[f"{entry['instance_id']} {entry['train_trial_index']} {stat['name']['name']}"] = stat["mean"]
    return found


def promised_key(path: Path) -> str:
    """The comparable key that a run promises."""
    return str(read(path / "run_spec.json")["metric_specs"][0]["args"].get("comparable"))


def count_rows(path: Path) -> Counter[tuple[tuple[str, str], ...]]:
    """The rows of a table, in any order, without the columns that name comparable settings."""
    frame = pl.read_csv(path, infer_schema=False) if path.suffix == ".csv" else pl.read_parquet(path)
    frame = frame.select(pl.exclude("setting", "comparable", "key", "judging"))
    return Counter(tuple((name, str(cell)) for name, cell in row.items()) for row in frame.iter_rows(named=True))


def differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """A line for each name of which the two say different things."""
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield f"{name}: {old.get(name)!r} before, {new.get(name)!r} now"


def compare(old: Path, new: Path) -> int:
    """Prints what differs, and returns in how many respects; parts of comparable keys are counted apart."""
    problems: list[str] = []
    changed: list[str] = []
    asked = [[*map(json.loads, (folder / REQUESTS).read_text("utf-8").splitlines())] for folder in (old, new)]
    if asked[0] != asked[1]:
        place = next((i for i, (a, b) in enumerate(zip(*asked, strict=False)) if a != b), min(map(len, asked)))
        same = "the same in another order" if sorted(map(str, asked[0])) == sorted(map(str, asked[1])) else "others"
        problems.append(f"{len(asked[0])} requests before, {len(asked[1])} now, {same}; the first at {place}:")
        problems += [f"  {str(some[place])[:600]}" for some in asked if place < len(some)]
    runs = [dict(runs_in(folder)) for folder in (old, new)]
    for name in sorted(runs[0].keys() | runs[1].keys()):
        if name not in runs[0] or name not in runs[1]:
            problems.append(f"{name}: only {'before' if name in runs[0] else 'now'}")
            continue
        lines = list(differing(*(read_stats(some[name]) for some in runs)))
        problems += [f"{name}: {line}" for line in lines[:10]] + (
            [f"  and {len(lines) - 10} more"] if lines[10:] else []
        )
        keys = [dict(part.partition(":")[::2] for part in promised_key(some[name]).split("|")) for some in runs]
        changed += [part for part in keys[0].keys() | keys[1].keys() if keys[0].get(part) != keys[1].get(part)]
    for file in (RATINGS, *(f"{TABLES}/{path.name}" for path in sorted((old / TABLES).glob("*.parquet")))):
        tables = [count_rows(folder / file) for folder in (old, new)]
        for which, rows in (("before", tables[0] - tables[1]), ("now", tables[1] - tables[0])):
            if rows:
                problems.append(f"{file}: {rows.total()} rows only {which}, such as {dict(next(iter(rows)))}")
    plans = [read(folder / PLAN) for folder in (old, new)]
    if plans[0] != plans[1]:
        problems.append("the plans differ")
    print(
        "\n".join(problems) or f"{len(asked[0]):,} requests, {len(runs[0])} runs, ratings, scores and plans are equal"
    )
    return len(problems)


def main() -> None:
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("record").add_argument("folder", type=Path)
    both = commands.add_parser("compare")
    both.add_argument("old", type=Path)
    both.add_argument("new", type=Path)
    given = parser.parse_args()
    if given.command == "record":
        record(given.folder.resolve())
    else:
        sys.exit(1 if compare(given.old, given.new) else 0)


if __name__ == "__main__":
    main()
