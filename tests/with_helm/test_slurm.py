"""HELM's ``SlurmRunner`` runs our benchmarks as ``helm-run`` alone does, also when a node is lost."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import yaml
from support import helm
from support.server import ChatServer, reply
from support.slurm import NODES, missing, running_cluster, wait_until

from helm_creativity.baselines.client import baseline_reply
from helm_creativity.baselines.word_choosers import CHOOSERS

pytestmark = [pytest.mark.slurm, pytest.mark.skipif(bool(missing()), reason=missing())]

CONFIG = Path(__file__).parents[2] / "docs/prod_env/runner_config.yaml"
ENTRIES = [
    "creativity_dat:embedding=builtin,num_trials=3,model=creativity/random-nouns",
    "creativity_cdat:embedding=builtin,model=creativity/greedy",
    "creativity_drat:prompts=own,embedding=builtin,model=creativity/greedy",
    "creativity_pace:embedding=builtin,max_eval_instances=4,model=creativity/random-nouns",
    "creativity_rat:max_eval_instances=4,model=fake/greedy",
    "creativity_dat:embedding=builtin,model=fake/greedy",
    "creativity_pace:embedding=builtin,max_eval_instances=4,model=fake/greedy",
    "creativity_aut:protocol=wenger2025,embedding=builtin,judges=creativity/lexical-judge,max_eval_instances=4,"
    "model=fake/greedy",
]
TIMES = ("cached", "request_time", "request_datetime")
"""What HELM wrote of when and how long a model was asked, and whether HELM's cache answered for it."""


def results(folder):
    """The files of all runs of the suite ``s``, without what is a matter of time."""

    def timeless(found):
        return {name: value for name, value in found.items() if name not in TIMES}

    files = (folder / "runs/s").glob("creativity_*/*.json")
    return {(path.parent.name, path.name): json.loads(path.read_text(), object_hook=timeless) for path in files}


def configure(folder):
    """The example of the documentation, for a cluster of small nodes that is asked often."""
    config = yaml.safe_load(CONFIG.read_text())
    assert all(isinstance(value, str) for value in config["slurm_args"].values())
    config["slurm_monitor_interval"] = 1
    config["slurm_args"] |= {"partition": "all", "cpus_per_task": "1", "mem": "0"}
    (folder / "prod_env" / "runner_config.yaml").write_text(yaml.safe_dump(config))


def test_a_cluster_that_loses_a_node_leaves_what_one_machine_leaves(tmp_path):
    """The job of the lost node is begun again on the other one, and takes its answers so far from HELM's cache."""
    lost = threading.Event()

    def answer(call):
        """As the greedy baseline, and from the third question on not before a node is lost."""
        assert call.number < 2 or lost.wait(timeout=300)
        return reply(baseline_reply(call.prompt, CHOOSERS["greedy"]("builtin", 0)))

    folder, local = tmp_path / "cluster", tmp_path / "local"
    with ChatServer({"greedy": answer}) as server:
        helm.deployments(local, server.url, ["greedy"])
        helm.deployments(folder, server.url, ["greedy"])
        configure(folder)
        (tmp_path / "slurm").mkdir()
        with running_cluster(tmp_path / "slurm") as cluster:
            arguments = ["--run-entries", *ENTRIES, "--suite", "s", "-m", "1000", "-n", "2", "--output-path", "."]
            arguments += ["--runner-class-name", "helm.benchmark.slurm_runner.SlurmRunner"]
            manager = subprocess.Popen(
                [sys.executable, "-c", helm.PROGRAMS["helm-run"], *arguments],
                cwd=folder,
                env={**cluster.environment, "OPENAI_API_KEY": "none", "HF_HUB_OFFLINE": "1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            try:
                wait_until(lambda: server.calls.get("greedy", 0) > 2, "a run in the midst of its questions", 240)
                node = next(node for node in NODES if "model=fake" in cluster.running_on(node))
                asked = cluster.running_on(node)
                cluster.kill(node)
                lost.set()
                output, _ = manager.communicate(timeout=900)
            finally:
                manager.kill()
            jobs = cluster.ask("scontrol", "show", "job", "--oneliner").splitlines()
        assert manager.returncode == 0, output[-6000:]
        assert [f"JobName={asked} " in job for job in jobs if "Restarts=1" in job] == [True]
        helm.run(local, ENTRIES)
    left = results(folder)
    assert len({run for run, _ in left}) == len(ENTRIES)
    assert left == results(local)
