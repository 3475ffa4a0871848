"""What ``helm-creativity run`` says before it asks and at its end, its exit status, and that it shows no key."""

import re
from pathlib import Path

import pytest

from helm_creativity.commands.planning.counting import Plan, make_plan
from helm_creativity.commands.planning.tables import TOKENS_A_SECOND, short_plan
from helm_creativity.commands.running import programs
from helm_creativity.commands.running.launch import Launch
from helm_creativity.commands.running.outcome import COMPLETE, NO_SCORE, RunStatus
from helm_creativity.commands.running.server import ServedModel, sent_key
from helm_creativity.errors import FileProblem


@pytest.mark.parametrize(
    ("trials", "words"),
    [(1, "less than a minute at"), (120, "about a minute at"), (300, r"about [23] minutes at")],
)
def test_the_time_is_said_in_words_that_hold(trials, words):
    plan = make_plan([f"creativity_dat:embedding=builtin,num_trials={trials},model=openai/gpt-4o-2024-11-20"])
    seconds = sum(load.completion for load in plan.asked.values()) / TOKENS_A_SECOND
    assert (seconds < 45) == words.startswith("less")
    assert re.search(words, "\n".join(note for table in short_plan(plan, {}) for note in table.notes)), seconds


def run(name, state=COMPLETE, model="local/m", **values):
    return RunStatus(run=name, suite="mine", benchmark=f"creativity_{name}", model=model, state=state, **values)


def outcome(*found):
    """Of the runs ``rat`` and ``dat``; runs of other commands in the same suite do not count."""
    places = {"output_path": Path("a b"), "local_path": Path("c")}
    launch = Launch(names=["rat"], models=["local/m"], suite="mine", base_url="http://b/v1", **places)
    other = run("other", NO_SCORE, failures={"empty": 7, "failed": 5}, missing_because={"failed": 5})
    return launch.outcome([*found, other], {"rat", "dat"})


@pytest.mark.parametrize(
    ("found", "status", "said"),
    [
        ([run("rat"), run("dat")], 0, None),
        ([run("rat"), run("dat", NO_SCORE)], 0, "no response has a score in creativity_dat of local/m: "),
        ([run("rat"), run("dat", NO_SCORE, "local/other")], 1, "creativity_dat of local/other"),
        ([run("rat", NO_SCORE), run("dat", NO_SCORE)], 1, "creativity_rat of local/m, creativity_dat of local/m: "),
        ([run("rat"), run("dat", NO_SCORE, "creativity/random-nouns")], 0, None),
        ([run("rat", failures={"failed": 2}), run("dat")], 1, "^2 requests failed"),
        (
            [run("rat", missing_because={"failed": 1000}), run("dat", missing_because={"not_asked": 3})],
            1,
            "^1,003 ratings of judges failed",
        ),
        ([run("rat", anchors_missing_because={"not_asked": 1})], 1, "^1 rating of judges failed"),
        (
            [run("rat", failures={"empty": 2}), run("dat", missing_because={"empty": 3, "unparsable": 9})],
            0,
            "2 responses, judges' replies for 3 ratings; .* forget mine --reason empty --output-path 'a b' ",
        ),
        ([run("rat", responses=9, cached=9, cache_days="D")], 0, "9 of 9 .* cache of D; http://b/v1 was not asked"),
        ([run("rat", responses=10, cached=8, cache_days="D")], 0, "8 of 10 responses from the cache of D$"),
    ],
)
def test_what_became_of_the_runs_is_a_status_and_one_line_for_each_kind(found, status, said):
    """What failed and a model without any score are failures; a benchmark that is too hard is none."""
    became, lines = outcome(*found)
    assert became["status"] == status
    assert [re.search(said, line) is not None for line in lines] == ([True] if said else [])


LOOKS_LIKE_A_KEY, OF_A_SERVER = "sk-not-a-real-key-123", "plain words as a key"
RUN = "creativity_rat:temp=0,model=local_m"


def test_keys_in_the_log_are_not_shown(tmp_path, monkeypatch):
    """Neither those that look like keys nor the server's own, in the log's last lines and in a run's problem."""
    launch = Launch(["rat"], ["creativity/greedy"], output_path=tmp_path, local_path=tmp_path)

    def ends_early(program, arguments, log, watch):
        log.write(f"first\nTraceback\nValueError: {LOOKS_LIKE_A_KEY} and {OF_A_SERVER} are refused\n")
        return 3

    monkeypatch.setattr(programs, "run_program", ends_early)
    with (
        sent_key(OF_A_SERVER, tmp_path, [ServedModel("m", "123abc")]),
        pytest.raises(FileProblem, match="ended with status 3") as caught,
    ):
        launch.start(["creativity_rat:model=creativity/greedy"], Plan([]), print)
    assert str(caught.value).endswith("are:\n  first\n  Traceback\n  ValueError: *** and *** are refused")
    lines = []
    watch = programs.Watch({RUN: 1}, [], lines.append, None, ["local/m"])
    problem = f"Error when running {RUN}:\nKeyError: {OF_A_SERVER}"
    for line in f"Running {RUN} {{\nlocal/m: {LOOKS_LIKE_A_KEY}\n{problem}\n".splitlines(keepends=True):
        watch.read(line)
    watch.finish()
    assert lines[0] == "local/m: ***"
    assert ": failed: KeyError: ***, " in lines[1]
