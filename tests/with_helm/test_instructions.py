"""Instructions before the prompt: in the requests, in the run's name, in what a table compares, in nothing else."""

import dataclasses
import json

import pytest
from support import helm
from support.pace import results
from support.server import ChatServer, reply
from support.states import instance, state
from support.words import GOOD

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.prompts import BETWEEN, Instruction
from helm_creativity.commands import main
from helm_creativity.helm.clients.failures import Failure
from helm_creativity.helm.clients.responses import HelmRespondent
from helm_creativity.helm.clients.retries import RequestOutcome, failed_result

CREATIVE, EFFECTIVE = Instruction("creative"), Instruction("effective")


def test_a_further_question_stands_behind_the_first_ones_instruction():
    """And behind nothing where there was none, or where the first prompt cannot be identified."""
    one = state(instance("Name a word."), GOOD)

    class Model:
        def send(self, request):
            self.asked = request.prompt
            return RequestOutcome(failed_result("no reply"), 1, Failure.DOWN)

    def after(prompt):
        request, model = dataclasses.replace(one.request, prompt=prompt), Model()
        HelmRespondent(model, request, "Name a word.").ask("And then?")
        return model.asked

    assert after(CREATIVE.text + BETWEEN + "Name a word.") == CREATIVE.text + BETWEEN + "And then?"
    assert after("Name a word.") == "And then?"
    assert after("Name another.") == "And then?"


@pytest.mark.commands
def test_a_run_tells_it_before_every_question(tmp_path, capsys):
    """Both stages of PACE; the leaderboard sets the run apart."""
    chain = results(["lamp", *[f"word{i}" for i in range(19)]])
    behaviours = {"m": lambda call: reply(chain if "word pair" in call.prompt else results(["lamp", "idea", "sea"]))}
    settings = "embedding=builtin,max_eval_instances=1,num_trials=1,model=text"
    with ChatServer(behaviours) as server:
        models = helm.deployments(tmp_path, server.url, ["m"])
        entries = [f"creativity_pace:instruction={name},{settings}" for name in ("effective", "neutral")]
        helm.run(tmp_path, entries, models=models)
        prompts = [body["messages"][-1]["content"] for body in server.bodies]
    instructed = [prompt for prompt in prompts if prompt.startswith(EFFECTIVE.text + BETWEEN)]
    assert len(instructed) == 4
    assert sorted(prompt.removeprefix(EFFECTIVE.text + BETWEEN) for prompt in instructed) == sorted(
        set(prompts) - set(instructed)
    )
    main(["leaderboard", "s", "--output-path", str(tmp_path)])
    shown = "".join(capsys.readouterr().out.split())
    assert shown.count(":pace|") == 2
    assert shown.count(f"|instruction:{EFFECTIVE.checksum}") == 1
    folders = (tmp_path / "runs" / "s").glob("creativity_pace*")
    specs = [json.loads((folder / "run_spec.json").read_text()) for folder in folders]
    assert sorted(spec["adapter_spec"]["instructions"] for spec in specs) == ["", EFFECTIVE.text]
