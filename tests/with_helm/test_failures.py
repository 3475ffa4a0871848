"""Whatever a server answers: the run ends, the failure is counted under its reason, no score moves silently."""

import signal
import time

import pytest
from support import helm
from support.dat import dat_scorer
from support.server import ChatServer, failure, reply
from support.words import GOOD, NARROW

from helm_creativity.benchmark.card import card_reasons
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.types import Response, Sample, rate_name

pytestmark = pytest.mark.commands

REASONS = {
    "refuses": "refusal_rate",
    "empty": "empty_rate",
    "null": "empty_rate",
    "nochoice": "empty_rate",
    "filtered": "refusal_rate",
    "half": "unparsable_rate",
    "cut": "truncation_rate",
    "few": "too_few_valid_rate",
    "many": "too_long_rate",
}


@pytest.mark.parametrize(("behaviour", "rate"), REASONS.items())
def test_a_failure_is_counted_under_its_reason_and_is_no_score(suite, behaviour, rate):
    """All answers failed: no score at all, one rate is 1, all others are 0."""
    stats = suite.stats(behaviour)
    rates = [rate_name(reason) for reason in card_reasons(find_entry("dat").card)]
    expected = {name: float(name == rate) for name in (*rates, "score_failures_as_zero", "valid_rate")}
    assert {name: stats[name] for name in expected} == expected
    assert "score" not in stats


def test_failures_do_not_move_the_score_of_the_others(suite):
    """Two of four answers scored: the mean is theirs, and with failures as 0 it is half of that."""
    stats = suite.stats("mixed")
    alone = dat_scorer("olson2021", "builtin", None).score([Sample(Response(text)) for text in (GOOD, NARROW)])
    expected = sum(each.score for each in alone) / 2
    found = (stats["score"], stats["score_failures_as_zero"], stats["num_answers"])
    assert found == pytest.approx((expected, expected / 2, 4), abs=1e-4)
    assert (stats["valid_rate"], stats["refusal_rate"], stats["empty_rate"]) == (0.5, 0.25, 0.25)


@pytest.mark.parametrize("behaviour", ["flaky500", "flaky429"])
def test_a_passing_failure_costs_nothing_but_time(suite, behaviour):
    """HELM asks again; the score is that of the same words from a server without faults."""
    stats, good = suite.stats(behaviour), suite.stats("good")
    assert (stats["valid_rate"], stats["score"]) == (1, good["score"])


def test_a_server_that_stays_dead_ends_the_run_without_a_score(tmp_path):
    """No half result; what was answered is kept, so that starting again asks only for the rest."""
    dead = True
    behaviours = {"dying": lambda call: failure(500) if dead and call.number >= 2 else reply(GOOD)}
    with ChatServer(behaviours) as server:
        (model,) = helm.deployments(tmp_path, server.url, ["dying"])
        entry = "creativity_dat:embedding=builtin,num_trials=4,model=text"
        helm.run(tmp_path, [entry], models=[model], impatient=True, expected=1, extra=["-n", "1"])
        assert not list(tmp_path.glob("runs/s/*/stats.json"))
        dead, asked = False, server.calls["dying"]
        helm.run(tmp_path, [entry], models=[model], impatient=True)
        assert server.calls["dying"] - asked == 2
        assert helm.stats(tmp_path, model)["num_answers"] == 4


def test_a_killed_run_resumes_and_grows(tmp_path):
    """Stopped half way, nothing is lost; run again, nothing is asked; more trials ask only the new ones."""
    with ChatServer({"slow": lambda call: reply(GOOD)}, delay=0.2) as server:
        (model,) = helm.deployments(tmp_path, server.url, ["slow"])
        entries = {n: f"creativity_dat:embedding=builtin,num_trials={n},model=text" for n in (12, 14)}
        arguments = ["--run-entries", entries[12], "--suite", "s", "-m", "9", "-n", "1", "--output-path", tmp_path]
        arguments += ["--local-path", tmp_path / "prod_env", "--models-to-run", model]
        process = helm.start("helm-run", *arguments)
        while server.calls.get("slow", 0) < 5:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        calls = []
        for trials in (12, 12, 14):
            helm.run(tmp_path, [entries[trials]], models=[model])
            calls.append(server.calls["slow"])
        assert calls[0] <= 13  # one request may have been under way, its answer unsaved
        assert calls == [calls[0], calls[0], calls[0] + 2]
