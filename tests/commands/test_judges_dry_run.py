"""``--dry-run`` of the commands that ask judges: nothing is written, and a server is asked for its models alone."""

import json

import pytest
from support import command, helm
from support.server import ChatServer, reply

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import without_address
from helm_creativity.judges.standalone import known_judges, unreachable_judges

METAPHOR = get_benchmark("metaphor")
ITEM = next(iter(METAPHOR.items(METAPHOR.settings_type(protocol="agc2026", prompts="own")))).id
JUDGE = "judge-of-dry-runs"
ROWS = [{"prompt": "Love is", "response": f"Love is a river {number}", "rating": number} for number in (1, 2, 3)]
METAPHORS = [{"item": ITEM, "response": "like a river that forgot the sea"}]
COMMANDS = {
    "judges evaluate": ["judges", "evaluate", "--set", "rows.yaml"],
    "judges evaluate --set": ["judges", "evaluate", "--set", "injection"],
    "score": ["score", "metaphor", "--prompts", "own", "metaphors.jsonl", "--out", "scored.jsonl"],
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, rows in (("rows", ROWS), ("metaphors", METAPHORS)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (tmp_path / "rows.yaml").write_text("file: rows.jsonl\nscale: [1, 5]\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_a_dry_run_writes_nothing_and_asks_no_judge(here, name):
    before = sorted(here.rglob("*"))
    known_judges((), here)  # HELM's own stay registered
    with ChatServer({JUDGE: lambda call: reply("4")}) as server, helm.registered_here():
        printed = command.run(*COMMANDS[name], "--judges", JUDGE, "--base-url", server.url, "--dry-run")
        assert not server.calls
    assert printed.status == 0
    assert f"local/{JUDGE}  judge" in without_address(printed.text)
    note = f"note: without --dry-run, local/{JUDGE} would be added to HELM's files in prod_env"
    assert note in without_address(printed.stderr[-1])
    assert sorted(here.rglob("*")) == before


def test_where_helm_looks_for_keys_is_not_printed(here, capsys):
    """Neither beside results nor beside messages."""
    assert unreachable_judges(["creativity/lexical-judge"], here) == []
    assert "Looking in path" not in "".join(capsys.readouterr())
