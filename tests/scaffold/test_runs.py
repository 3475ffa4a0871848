"""All kinds run at once: as projects that are installed, with both baselines, and they pass every check."""

import json
import re

import pytest
from support import helm
from support.process import python
from support.scaffolds import NAMES, checkout

from helm_creativity.cli import parser
from helm_creativity.scaffold.cli import commands_of
from helm_creativity.scaffold.rendering import Wanted

MODELS = ["creativity/greedy", "creativity/random-nouns"]


def entry_of(kind):
    """The run entry that is printed when the benchmark is written."""
    (command,) = [one for one in commands_of(Wanted(NAMES[kind], kind, False), "x") if one.startswith("helm-run")]
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
        values = {one["name"]["name"]: one.get("mean") for one in json.loads(path.read_text())}
        stats[group.removeprefix("creativity_my_"), model.rpartition("model=creativity_")[2]] = values
    return stats


def test_every_kind_runs_with_every_baseline(found):
    """Every answer is scored."""
    assert set(found) == {(kind, model) for kind in NAMES for model in ("greedy", "random-nouns")}
    assert {values["valid_rate"] for values in found.values()} == {1}


def test_scores_are_what_they_say(found):
    """On their scales; the greedy search spreads words farther than chance does, to the oracle's 91 and beyond."""
    assert found["words", "greedy"]["score"] > 91 > 85 > found["words", "random-nouns"]["score"] > 70
    assert found["paths", "greedy"]["score"] == found["paths", "random-nouns"]["score"] == 5
    assert found["paths", "greedy"]["stops"] == 1
    for model in ("greedy", "random-nouns"):
        assert found["exact", model]["score"] in [pytest.approx(100 * n / 6) for n in range(7)]
        assert 10 <= found["judged", model]["score"] <= 50
        ideas = found["ideas", model]
        assert ideas["score"] == pytest.approx((ideas["originality"] + ideas["feasibility"]) / 2)
        assert ideas["fluency"] == 5


def test_judges_are_asked_once_a_question(found):
    """One rating of each of three answers to six items; one question for each of two dimensions about six answers."""
    assert [found[kind, "greedy"]["judge_calls"] for kind in ("judged", "ideas")] == [18, 12]
    assert [found[kind, "greedy"]["judge_coverage"] for kind in ("judged", "ideas")] == [1, 1]


def test_all_pass_all_checks(site):
    """HELM has run them above."""
    code = (
        f"import json, sys; sys.path.append({str(site)!r})\n"
        "from contextlib import redirect_stdout; from io import StringIO\n"
        "from helm_creativity.cli import main\n"
        "with redirect_stdout(StringIO()) as said:\n"
        f"    status = main(['check', '--no-pilot', *{list(NAMES.values())!r}])\n"
        "print(json.dumps([status, said.getvalue()]))"
    )
    status, said = python(code)
    assert status == 0, said
    assert "of 5 benchmarks: nothing is wrong" in said


def test_rooms_of_this_repository_ask_the_same(repository):
    """Found beside ours, their run entries registered by modules of their names."""
    code = (
        "import importlib, json\n"
        "import helm_creativity.run_specs as run_specs, helm_creativity.scenarios as scenarios\n"
        "from helm.benchmark.run_spec import get_run_spec_function\n"
        "from helm.benchmark.scenarios.scenario import create_scenario\n"
        "from helm_creativity.rooms import find_room, find_rooms\n"
        "find_rooms.cache_clear()\n"
        "for package in (scenarios, run_specs):\n"
        f"    package.__path__.append({str(repository)!r} + '/' + package.__name__.rpartition('.')[2])\n"
        "found = {}\n"
        f"for kind, name in {NAMES!r}.items():\n"
        "    importlib.import_module('helm_creativity.run_specs.' + name)\n"
        "    judges = {'judges': 'creativity/lexical-judge'} if find_room(name).card.judged else {}\n"
        "    spec = get_run_spec_function('creativity_' + name)(**judges)\n"
        "    asked = create_scenario(spec.scenario_spec).get_instances('')\n"
        "    found[kind] = [find_room(name).ours, len(asked), spec.name]\n"
        "print(json.dumps(found))"
    )
    judged = "judges=lexical-judge-6c2f57be,design=all,temp=1"
    assert python(code) == {
        "words": [True, 5, "creativity_my_words:protocol=first,embedding=builtin,dictionary=none,temp=1"],
        "ideas": [True, 6, f"creativity_my_ideas:protocol=first,{judged}"],
        "judged": [True, 6, f"creativity_my_judged:protocol=first,{judged}"],
        "paths": [True, 6, "creativity_my_paths:protocol=first,temp=1"],
        "exact": [True, 6, "creativity_my_exact:protocol=first,temp=0"],
    }


ANSWERS = {
    "words": ({"id": "four", "words": "idea, rope, cats, moon, salt, thread"}, {"n_valid": 5, "length_rate": 1 / 6}),
    "ideas": (
        {"id": "bread", "response": "1. Freeze it\n2. Toast it", "originality": [1, [2, 4]], "feasibility": [5, None]},
        # Originality is the mean of 1 and of (2 + 4) / 2, feasibility that of 5 alone.
        {"score": 3.5, "originality": 2, "feasibility": 5, "fluency": 2},
    ),
    "judged": ({"id": "map", "response": "It was the sea.", "creativity": [20, 31]}, {"score": 25.5}),
    "paths": (
        {"id": "honey-moon", "response": '{"1": [["honey", "is", "gold"], ["gold", "is like", "the moon"]]}'},
        {"score": 1, "valid_paths": 1, "stops": 1},
    ),
    "exact": ({"id": "clock", "response": "A **watch**."}, {"score": 100}),
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
        "with redirect_stdout(StringIO()) as said:\n"
        f"    status = main(['plan', *{[entry_of(kind).replace('text', MODELS[0]) for kind in NAMES]!r}])\n"
        "print(json.dumps([status, said.getvalue()]))"
    )
    status, said = python(code)
    assert status == 0, said
    for kind, (_, expected) in ANSWERS.items():
        scored = json.loads((tmp_path / f"{kind}.out.jsonl").read_text())
        assert {name: scored[name] for name in expected} == pytest.approx(expected), kind
        assert scored["unscored"] is None
    given = [json.loads((tmp_path / f"{kind}.out.jsonl").read_text())["signature"] for kind in ("ideas", "judged")]
    assert all("|judges:given|" in signature for signature in given)


def test_the_command_says_what_was_written_and_what_comes_next(tmp_path, monkeypatch, capsys):
    """In a project and in a checkout."""
    arguments = parser().parse_args(["new", "haiku", "--kind", "judged", "--project", str(tmp_path / "my project")])
    assert arguments.run(arguments) == 0
    said = capsys.readouterr().out
    assert "  haiku/card.yaml\n" in said
    assert f"  pip install --editable '{tmp_path / 'my project'}'\n  helm-creativity check haiku\n" in said
    assert "creativity_haiku:judges=creativity/lexical-judge,model=creativity/greedy" in said
    top = checkout(tmp_path / "top")
    monkeypatch.chdir(top / "scenarios")
    arguments = parser().parse_args(["new", "haiku", "--kind", "exact"])
    assert arguments.run(arguments) == 0
    said = capsys.readouterr().out
    assert f"Written in {top}:\n  scenarios/haiku/__init__.py\n" in said
    assert "  run_specs/haiku.py\n" in said
    assert "  make generated\n  helm-creativity check haiku\n" in said
    assert "pip" not in said
