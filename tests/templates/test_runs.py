"""All kinds run at once: as projects that are installed, with both baselines, and they pass every check."""

import json
import re

import pytest
from support import helm
from support.process import python
from support.scaffolds import NAMES, checkout

from helm_creativity.cli import main
from helm_creativity.cli.new import next_commands
from helm_creativity.templates.rendering import NewBenchmark

pytestmark = pytest.mark.commands

MODELS = ["creativity/greedy", "creativity/random-nouns"]


def entry_of(kind):
    """The run entry that is printed when the benchmark is written."""
    (command,) = [
        command
        for command in next_commands(NewBenchmark(NAMES[kind], kind, False), "x")
        if command.startswith("helm-run")
    ]
    return re.search(r"--run-entries (\S+) ", command)[1].replace("model=creativity/greedy", "model=text")


@pytest.fixture(scope="module")
def found(site, tmp_path_factory):
    """Stats by kind and model, of one run of ``helm-run``."""
    folder = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site))
        helm.run(folder, [entry_of(kind) for kind in NAMES], models=MODELS)
    stats = {}
    for path in (folder / "runs" / "s").glob("creativity_*/stats.json"):
        group, _, model = path.parent.name.partition(":")
        values = {stat["name"]["name"]: stat.get("mean") for stat in json.loads(path.read_text())}
        stats[group.removeprefix("creativity_my_"), model.rpartition("model=creativity_")[2]] = values
    return stats


def test_every_kind_runs_with_every_baseline(found):
    """Every answer is scored."""
    assert set(found) == {(kind, model) for kind in NAMES for model in ("greedy", "random-nouns")}
    assert {values["valid_rate"] for values in found.values()} == {1}


def test_scores_are_what_they_say(found):
    """On their scales; the greedy search spreads words farther than chance does, to the ceiling of 91 and beyond."""
    assert found["words", "greedy"]["score"] > 91 > 85 > found["words", "random-nouns"]["score"] > 70
    assert found["paths", "greedy"]["score"] == found["paths", "random-nouns"]["score"] == 5
    assert found["paths", "greedy"]["stops"] == 1
    for model in ("greedy", "random-nouns"):
        assert found["keyed", model]["score"] in [pytest.approx(100 * n / 6) for n in range(7)]
        assert 10 <= found["rated", model]["score"] <= 50
        ideas = found["ideas", model]
        assert ideas["score"] == pytest.approx((ideas["originality"] + ideas["feasibility"]) / 2)
        assert ideas["fluency"] == 5


def test_judges_are_asked_once_a_question(found):
    """One rating of each of three answers to six items; one question for each of two dimensions about six answers."""
    assert [found[kind, "greedy"]["judge_calls"] for kind in ("rated", "ideas")] == [18, 12]
    assert [found[kind, "greedy"]["judge_coverage"] for kind in ("rated", "ideas")] == [1, 1]


def test_all_pass_all_checks(site):
    """HELM has run them above."""
    code = (
        f"import json, sys; sys.path.append({str(site)!r})\n"
        "from contextlib import redirect_stdout; from io import StringIO\n"
        "from helm_creativity.cli import main\n"
        "with redirect_stdout(StringIO()) as printed:\n"
        f"    status = main(['check', '--no-pilot', *{list(NAMES.values())!r}])\n"
        "print(json.dumps([status, printed.getvalue()]))"
    )
    status, printed = python(code)
    assert status == 0, printed
    assert "of 5 benchmarks: nothing is wrong" in printed


def test_benchmarks_of_this_repository_ask_the_same(repository):
    """Found beside ours, and registered with HELM as ours are."""
    code = (
        "import json\n"
        "import helm_creativity.scenarios as scenarios\n"
        f"scenarios.__path__.append({str(repository / 'scenarios')!r})\n"
        "import helm_creativity.run_specs\n"
        "from helm.benchmark.run_spec import get_run_spec_function\n"
        "from helm.benchmark.scenarios.scenario import create_scenario\n"
        "from helm_creativity.core.registry import find_entry\n"
        "found = {}\n"
        f"for kind, name in {NAMES!r}.items():\n"
        "    judges = {'judges': 'creativity/lexical-judge'} if find_entry(name).card.judged else {}\n"
        "    spec = get_run_spec_function('creativity_' + name)(**judges)\n"
        "    asked = create_scenario(spec.scenario_spec).get_instances('')\n"
        "    found[kind] = [find_entry(name).ours, len(asked), spec.name]\n"
        "print(json.dumps(found))"
    )
    judged = "judges=lexical-judge-6c2f57be,design=all,temp=1"
    assert python(code) == {
        "words": [True, 5, "creativity_my_words:protocol=first,embedding=builtin,dictionary=none,temp=1"],
        "ideas": [True, 6, f"creativity_my_ideas:protocol=first,{judged}"],
        "rated": [True, 6, f"creativity_my_rated:protocol=first,{judged}"],
        "paths": [True, 6, "creativity_my_paths:protocol=first,temp=1"],
        "keyed": [True, 6, "creativity_my_keyed:protocol=first,temp=0"],
    }


ANSWERS = {
    "words": ({"id": "four", "words": "idea, rope, cats, moon, salt, thread"}, {"n_valid": 5, "length_rate": 1 / 6}),
    "ideas": (
        {"id": "bread", "response": "1. Freeze it\n2. Toast it", "originality": [1, [2, 4]], "feasibility": [5, None]},
        # Originality is the mean of 1 and of (2 + 4) / 2, feasibility that of 5 alone.
        {"score": 3.5, "originality": 2, "feasibility": 5, "fluency": 2},
    ),
    "rated": ({"id": "map", "response": "It was the sea.", "creativity": [20, 31]}, {"score": 25.5}),
    "paths": (
        {"id": "honey-moon", "response": '{"1": [["honey", "is", "gold"], ["gold", "is like", "the moon"]]}'},
        {"score": 1, "valid_paths": 1, "stops": 1},
    ),
    "keyed": ({"id": "clock", "response": "A **watch**."}, {"score": 100}),
}


def test_answers_from_elsewhere_are_scored_and_runs_are_planned(site, tmp_path):
    """By the commands of this package."""
    for kind, (record, _) in ANSWERS.items():
        (tmp_path / f"{kind}.jsonl").write_text(json.dumps(record) + "\n")
    code = (
        f"import json, os, sys; sys.path.append({str(site)!r}); os.chdir({str(tmp_path)!r})\n"
        "from contextlib import redirect_stdout; from io import StringIO\n"
        "from helm_creativity.cli import main\n"
        f"for kind, name in {NAMES!r}.items():\n"
        "    more = ['--embedding', 'builtin'] if kind == 'words' else []\n"
        "    assert main(['score', name, *more, '--in', kind + '.jsonl', '--out', kind + '.out.jsonl']) == 0\n"
        "with redirect_stdout(StringIO()) as printed:\n"
        f"    status = main(['plan', *{[entry_of(kind).replace('text', MODELS[0]) for kind in NAMES]!r}])\n"
        "print(json.dumps([status, printed.getvalue()]))"
    )
    status, printed = python(code)
    assert status == 0, printed
    for kind, (_, expected) in ANSWERS.items():
        scored = json.loads((tmp_path / f"{kind}.out.jsonl").read_text())
        assert {name: scored[name] for name in expected} == pytest.approx(expected), kind
        assert scored["failure_reason"] is None
    keys = [json.loads((tmp_path / f"{kind}.out.jsonl").read_text())["comparable"] for kind in ("ideas", "rated")]
    assert all("|judges:from a file|" in key for key in keys)


def test_the_command_says_what_was_written_and_what_comes_next(tmp_path, monkeypatch, capsys):
    """In a project and in a checkout."""
    assert main(["new", "haiku", "--kind", "rated", "--project", str(tmp_path / "my project")]) == 0
    printed = capsys.readouterr().out
    assert "  haiku/card.yaml\n" in printed
    assert f"  pip install --no-deps --editable '{tmp_path / 'my project'}'\n  helm-creativity check haiku\n" in printed
    assert "creativity_haiku:judges=creativity/lexical-judge,model=creativity/greedy" in printed
    top = checkout(tmp_path / "top")
    monkeypatch.chdir(top / "scenarios")
    assert main(["new", "haiku", "--kind", "keyed"]) == 0
    printed = capsys.readouterr().out
    assert f"Written in {top}:\n  scenarios/haiku/__init__.py\n" in printed
    assert "  make generated\n  helm-creativity check haiku\n" in printed
    assert "pip" not in printed
