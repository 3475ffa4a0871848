"""Benchmarks that extend another: a class in one file, or a card, says what differs; all else is the parent's."""

import json
import os
import re
from pathlib import Path

import pytest
import yaml
from support import helm, outside

import helm_creativity as hc
from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.benchmark.base import asked_rubrics, comparable_key, drive_follow_up
from helm_creativity.benchmark.follow_ups import Trial, missing
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import entries_to_check, find_entry
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.commands import main
from helm_creativity.testing import check
from helm_creativity.testing.loading import pilot_settings
from helm_creativity.testing.responses import response_to

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-benchmark.md").read_text("utf-8")
(PIRATES,) = re.findall(r"```py\n([^`]*class PirateDat.*?)```", PAGE, re.DOTALL)
PROJECTS = yaml.safe_load(Path(__file__).with_name("extending.yaml").read_text("utf-8"))
PROJECTS["pirate_dat"] = {"of": "dat", "point": "pirates", "files": {"pirates.py": PIRATES}}
SLOW = ("sea_ideas", "krea", "shanties")


def write(site):
    for name, project in PROJECTS.items():
        outside.install(site, name, project["files"], project.get("point", name))
    return site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("site"))
    with outside.installed(folder):
        yield folder


QUICK = ("pirate_dat", "queen", "useful_aut", "no_response", "no_speaker")


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.commands) for name in SLOW)])
def test_nothing_is_wrong_but_a_question_without_what_is_rated_or_with_what_nobody_gives(site, name):
    """From the card to the baselines, which respond in other words, too."""
    problems = [" ".join(str(problem).split()) for result in check(name, pilot=False) for problem in result.problems]
    wrong = PROJECTS[name].get("wrong", [])
    assert len(problems) == len(wrong)
    assert all(map(re.search, wrong, problems)), problems


@pytest.mark.parametrize("name", ["pirate_dat", "queen", *SLOW])
def test_what_is_not_said_is_inherited(site, name):
    """But no norm, and no checksum; what is compared differs by the name, the prompts and the version alone."""
    child, parent = get_benchmark(name), get_benchmark(PROJECTS[name]["of"])
    assert child.parent.name == parent.name
    assert (child.card.name, child.card.norms, {items.checksum for items in child.card.items}) == (name, (), {""})
    assert (child.card.submetrics, child.card.protocols) == (parent.card.submetrics, parent.card.protocols)
    settings = pilot_settings(child)
    assert settings.args == pilot_settings(parent).args
    theirs, own = parent.compared(settings), child.compared(settings)
    differs = {part for part in own if own[part] != theirs[part]}
    words = {"queen": set(), "shanties": {"prompts", "rubric"}, "krea": {"prompts", "rubric"}}
    assert differs == words.get(name, {"prompts"})
    assert comparable_key(child, settings) != comparable_key(parent, settings)
    assert [item.id for item in child.items(settings)] == [item.id for item in parent.items(settings)]
    assert not parent.record or [*child.row_type.model_fields] == [*parent.row_type.model_fields]
    assert child.reference.CEILING == parent.reference.CEILING


def test_what_it_says_counts(site):
    pirates, queen, sea, krea, shanties = (get_benchmark(name).card for name in ("pirate_dat", "queen", *SLOW))
    assert pirates.title == "Divergent Association Task for pirates"
    assert (queen.title, sea.short_title) == (f"{pirates.title} (queen)", "Sea ideas")
    assert (krea.version, shanties.version) == ("2-B", "1-A")


def test_lists_are_added_to(tmp_path):
    """By a class and by a card, also to what a card says itself; its parent's other submetrics stay."""
    more = {"name": "arrs", "title": "Arrs", "short_title": "Arrs", "description": "How often it says arr."}
    adds = f'    adds = {{"submetrics": [{more}], "deviations": ["They spit."]}}\n'
    card = "extends: salty\nname: loud\ndeviations: [own]\nadds: {deviations: [more], papers: []}\n"
    outside.install(tmp_path, "salty", {"salty.py": PIRATES + adds}, "salty")
    outside.install(tmp_path, "loud", {"loud/card.yaml": card}, "loud")
    with outside.installed(tmp_path):
        dat, salty, loud = (get_benchmark(name).card for name in ("dat", "salty", "loud"))
    assert [submetric.name for submetric in salty.submetrics] == [*(each.name for each in dat.submetrics), "arrs"]
    assert salty.deviations[-1] == "They spit."
    assert (loud.submetrics, loud.deviations) == (salty.submetrics, ("own", "more"))


def test_its_own_words_are_asked(site):
    """Its own templates, else its parent's, else those of what that extends; baselines know them."""
    asked = []
    for name, protocol in (("pirate_dat", "olson2021"), ("queen", "olson2021"), ("queen", "schapiro2026")):
        benchmark = get_benchmark(name)
        (item,) = benchmark.items(benchmark.settings(protocol=protocol, embedding="builtin"))
        assert response_to(benchmark, item.prompt.text)
        asked.append(item.prompt.text)
    arr = "Arr! Name 10 nouns as far apart as the seven seas, one per line."
    assert asked == [arr, arr, "Ten words, your majesty: 10"]


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("metaphor", None),
        ("shanties", "From 10 to 50, how well does it sing?\n\n{}\n\nA sail."),
        ("krea", "Arr, 10 to 50 for this?\n{}\n\nA sail."),
    ],
)
def test_judges_are_asked_in_its_own_words(site, name, question):
    """In a run, in a plan, and by the lexical judge, which knows no other question."""
    benchmark = get_benchmark(name)
    settings = pilot_settings(benchmark)
    item = next(iter(benchmark.items(settings)))
    asked = []

    def note(step):
        asked.append(step.rubric.question(**step.variables).user)
        return missing(step, ["a/judge"])

    trial = Trial(Sample(Response("A sail."), item.fields), item.prompt.text, item.id)
    drive_follow_up(benchmark, trial, settings, note)
    (rubric,) = asked_rubrics(benchmark, settings)
    assert asked == [rubric.question(task=item.prompt.text, response="A sail.").user]
    assert question is None or asked == [question.format(item.prompt.text)]
    assert lexical_rating(benchmark, asked[0])
    assert name == "metaphor" or not lexical_rating(get_benchmark("metaphor"), asked[0])


def test_responses_are_scored_as_its_parents(site):
    """Under keys of their own."""
    words = "cat\ndog\nriver\nmoon\ntable\nlove\nwar\nphysics\nbread\ngold"
    dat, *others = (hc.score(name, [words], embedding="builtin") for name in ("dat", "pirate_dat", "queen"))
    assert [other.scores for other in others] == [dat.scores] * 2
    assert len({its.comparable for its in (dat, *others)}) == 3


def test_one_more_dimension_takes_twenty_lines(site, tmp_path):
    """Judges are asked about it, it has a stat, and everything else is as before."""
    (source,) = PROJECTS["useful_aut"]["files"].values()
    assert len(source.splitlines()) <= 20
    uses, rated, found = tmp_path / "uses.csv", tmp_path / "rated.jsonl", []
    uses.write_text("object,uses\nbrick,doorstop; grind it into red pigment\n")
    options = ["--protocol", "mctb2025", "--prompts", "own", "--judges", "creativity/lexical-judge"]
    for name in ("aut", "useful_aut"):
        assert main(["score", name, *options, str(uses), "--out", str(rated)]) == 0
        found.append(json.loads(rated.read_text()))
    parent, child = found
    assert 1 <= child["usefulness"] <= 5
    assert all(child[name] == parent[name] for name in ("score", "use_ratings", "flexibility"))


def test_a_module_that_two_projects_name_is_one_benchmark(tmp_path, caplog):
    """As after a project was renamed and the old one not taken off."""
    for project in ("old", "new"):
        outside.install(tmp_path, project, {"pirates.py": PIRATES}, "pirates", point="pirate_dat")
    with outside.installed(tmp_path):
        assert entries_to_check("pirate_dat") == (find_entry("pirate_dat"),)
    assert caplog.text == ""


@pytest.mark.commands
def test_runs_of_both_stand_in_tables_of_their_own(tmp_path, capsys, monkeypatch):
    """Through HELM's own commands."""
    site, options = write(tmp_path / "site"), {"dat": "embedding=builtin,num_trials=2"}
    options["pirate_dat"] = options["dat"]
    options["sea_ideas"] = "prompts=own,judges=creativity/lexical-judge,design=all"
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    entries = [f"creativity_{name}:{arguments},model=creativity/greedy" for name, arguments in options.items()]
    helm.run(tmp_path, entries, extra=["-m", "3"])
    with outside.installed(site):
        main(["leaderboard", "s", "--benchmark", "all", "--output-path", str(tmp_path)])
    shown = capsys.readouterr().out
    assert [shown.count(f": {name}|") for name in options] == [1, 1, 1]
