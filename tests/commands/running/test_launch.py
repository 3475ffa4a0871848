"""What a run of ``helm-run`` says on the screen."""

import pytest

from helm_creativity.commands.planning.counting import Plan
from helm_creativity.commands.running import programs
from helm_creativity.commands.running.launch import Launch
from helm_creativity.commands.running.server import ServedModel, sent_key
from helm_creativity.errors import FileProblem

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
    for line in (
        f"Running {RUN} {{",
        f"local/m: {LOOKS_LIKE_A_KEY}",
        f"Error when running {RUN}:",
        f"KeyError: {OF_A_SERVER}",
    ):
        watch.read(f"{line}\n")
    watch.finish()
    assert lines[0] == "local/m: ***"
    assert ": failed: KeyError: ***, " in lines[1]
