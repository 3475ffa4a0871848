"""One suite in which every model misbehaves in its own way, run and summarised by HELM once for all tests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support import helm
from support.server import Call, ChatServer, failure, no_choice, reply
from support.words import GOOD, NARROW, WORDS

from helm_creativity.commands import main


def mixed(call: Call):
    """Two lists, a refusal and silence, in whatever order the requests arrive."""
    return reply([GOOD, NARROW, "I'm sorry, but I can't help with that.", ""][call.number % 4])


BEHAVIOURS = {
    "good": lambda call: reply(GOOD),
    "mixed": mixed,
    "refuses": lambda call: reply("I'm sorry, but I can't help with that."),
    "empty": lambda call: reply(""),
    "null": lambda call: reply(None),
    "nochoice": lambda call: no_choice(),
    "filtered": lambda call: reply("cat", "content_filter"),
    "half": lambda call: reply('["cat", "dog", "thim'),
    "cut": lambda call: reply(GOOD, "length"),
    "few": lambda call: reply("cat\ndog\nriver"),
    "many": lambda call: reply("\n".join(WORDS * 1000)),
    "flaky500": lambda call: failure(500) if call.number < 2 else reply(GOOD),
    "flaky429": lambda call: failure(429) if call.number < 2 else reply(GOOD),
}
TRIALS = 4
ENTRY = f"creativity_dat:embedding=builtin,num_trials={TRIALS},model=text"
BASELINES = ["creativity/random-nouns", "creativity/greedy"]


@dataclass
class Suite:
    """What the runs left behind, and what their server was asked."""

    folder: Path
    calls: dict[str, int]
    bodies: list[dict[str, Any]]
    schema: Path
    output: str

    def stats(self, name: str) -> dict[str, float]:
        return helm.stats(self.folder, name if "/" in name else f"fake/{name}")


def run_misbehaving(folder: Path) -> Suite:
    """All behaviours and both baselines, in ``folder``."""
    with ChatServer(BEHAVIOURS) as server:
        models = helm.deployments(folder, server.url, list(BEHAVIOURS))
        helm.run(folder, [ENTRY], models=[*models, *BASELINES], impatient=True)
    schema = folder / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(folder), "--out", str(schema)]) == 0
    output = helm.summarize(folder, schema)
    return Suite(folder, server.calls, server.bodies, schema, output)
