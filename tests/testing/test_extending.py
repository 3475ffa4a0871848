"""Benchmarks that extend another: a class in one file, or a card, says what differs; all else is the parent's."""

import json
import os
import re
from pathlib import Path

import pytest
from support import helm, outside

import helm_creativity as hc
from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.benchmark.base import asked_rubrics, comparable_key, drive_follow_up
from helm_creativity.benchmark.follow_ups import Trial, missing
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import entries_to_check, find_entry
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments
from helm_creativity.testing import check
from helm_creativity.testing.loading import pilot_settings
from helm_creativity.testing.responses import response_to

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-benchmark.md").read_text("utf-8")
(PIRATES,) = re.findall(r"```py\n([^`]*class PirateDat.*?)```", PAGE, re.DOTALL)
"""As the page has it."""
USEFUL = '''from dataclasses import replace

from helm_creativity.scenarios.aut.benchmark import TENTHS, Aut

QUESTION = """How useful is each of these uses of {{ phrase }}, from 1 to 5 in tenths?
{% for use in uses %}{{ loop.index }}. {{ use }}
{% endfor %}Reply with one JSON object of the numbers of the uses and your ratings, such as {"1": 2.5}."""


class UsefulAut(Aut):
    """Alternate uses, rated for usefulness, too."""

    templates = {"usefulness": QUESTION}
    further = (replace(TENTHS, name="usefulness", user="usefulness", dimensions=("usefulness",)),)
    adds = {
        "submetrics": [
            {"name": "usefulness", "title": "Usefulness", "short_title": "Useful", "description": "Mean rating."}
        ]
    }
'''
SEA_IDEAS = '''from helm_creativity.task_types.rated.benchmark import RatedBenchmark


class SeaIdeas(RatedBenchmark):
    """Scientific ideas for life at sea."""

    extends = "live_idea_bench"
    templates = {"idea": "Invent, for sailors, something about {{ keyword }}. At most 100 words."}
    changes = {"short_title": "Sea ideas", "domain": "seafaring"}
'''
SHANTIES = '''from helm_creativity.task_types.rated.benchmark import RatedBenchmark


class Shanties(RatedBenchmark):
    """Metaphors in shanties."""

    extends = "metaphor"
    templates = {
        "metaphor_own": "Sing of {{ situation }}, and complete: {{ stem }} ...",
        "creativity": "From 10 to 50, how well does it sing?\\n\\n{{ task }}\\n\\n{{ response }}",
    }
'''
KREA = {
    "krea/card.yaml": "extends: metaphor\nname: krea\ntitle: Metaphors of pirates\nversion: 2-B\n",
    "krea/prompts/metaphor_own.j2": "{# Written for krea: pirates read it. #}\nArr, {{ situation }}: {{ stem }}\n",
    "krea/prompts/creativity.j2": (
        "{# Written for krea: judges are pirates. #}\nArr, 10 to 50 for this?\n{{ task }}\n\n{{ response }}\n"
    ),
}
QUEEN = {
    "queen/card.yaml": "extends: pirate_dat\nname: queen\n",
    "queen/prompts/schapiro2026.j2": "{# Written for queen: she reads it. #}\nTen words, your majesty: {{ n_words }}\n",
}
PARENTS = {
    "pirate_dat": "dat",
    "sea_ideas": "live_idea_bench",
    "shanties": "metaphor",
    "krea": "metaphor",
    "queen": "pirate_dat",
}


def write(site):
    outside.install(site, "pirate_dat", {"pirates.py": PIRATES}, "pirates")
    outside.install(site, "sea_ideas", {"sea_ideas/__init__.py": SEA_IDEAS}, "sea_ideas")
    outside.install(site, "shanties", {"songs/__init__.py": "", "songs/shanties.py": SHANTIES}, "songs.shanties")
    outside.install(site, "krea", KREA, "krea")
    outside.install(site, "queen", QUEEN, "queen")
    return site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("site"))
    with outside.installed(folder):
        yield folder


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
    assert loud.submetrics == salty.submetrics
    assert loud.deviations == ("own", "more")


@pytest.mark.parametrize(
    "name",
    [
        "pirate_dat",
        "queen",
        *(pytest.param(name, marks=pytest.mark.commands) for name in ("krea", "sea_ideas", "shanties")),
    ],
)
def test_nothing_is_wrong(site, name):
    """From the card to the baselines, which respond in other words, too."""
    assert [str(problem) for result in check(name, pilot=False) for problem in result.problems] == []


@pytest.mark.parametrize(("name", "of"), PARENTS.items())
def test_what_is_not_said_is_inherited(site, name, of):
    """But no norm, and no checksum; what is compared differs by the name, the prompts and the version alone."""
    child, parent = get_benchmark(name), get_benchmark(of)
    assert child.parent.name == of
    assert (child.card.name, child.card.norms) == (name, ())
    assert child.card.submetrics == parent.card.submetrics
    assert child.card.protocols == parent.card.protocols
    assert {items.checksum for items in child.card.items} == {""}
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
    assert get_benchmark("pirate_dat").card.title == "Divergent Association Task for pirates"
    assert get_benchmark("sea_ideas").card.short_title == "Sea ideas"
    assert (get_benchmark("krea").card.version, get_benchmark("shanties").card.version) == ("2-B", "1-A")
    assert get_benchmark("queen").card.title == "Divergent Association Task for pirates (queen)"


def test_its_own_words_are_asked(site):
    """Its own templates, else its parent's, else those of what that extends."""
    asked = {}
    for name, protocol in (("pirate_dat", "olson2021"), ("queen", "olson2021"), ("queen", "schapiro2026")):
        benchmark = get_benchmark(name)
        settings = benchmark.settings(protocol=protocol, embedding="builtin")
        (item,) = benchmark.items(settings)
        asked[name, protocol] = item.prompt.text
        assert response_to(benchmark, item.prompt.text)
    arr = "Arr! Name 10 nouns as far apart as the seven seas, one per line."
    assert asked == {
        ("pirate_dat", "olson2021"): arr,
        ("queen", "olson2021"): arr,
        ("queen", "schapiro2026"): "Ten words, your majesty: 10",
    }


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


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "10 to 50: {{ task }}",
            "judges would not read what they rate: the question 'creativity' lacks {{ response }}",
        ),
        ("10 to 50: {{ task }} {{ response }} {{ speaker }}", "'speaker' is undefined"),
    ],
)
def test_a_question_without_what_is_rated_or_with_what_nobody_gives_is_wrong(tmp_path, question, said):
    """The first before anything is asked: its ratings would be of the task."""
    files = {"mute/card.yaml": "extends: metaphor\nname: mute\n"}
    files["mute/prompts/creativity.j2"] = f"{{# Written for mute: a test. #}}\n{question}\n"
    outside.install(tmp_path, "mute", files, "mute")
    with outside.installed(tmp_path):
        (problem,) = [str(problem) for result in check("mute", pilot=False) for problem in result.problems]
        assert re.search(said.replace("{", "\\{"), problem.replace("\n", " "))
        if "lacks" in said:
            with pytest.raises(BadArguments, match=r"^creativity_mute: judges would not read what they rate"):
                get_benchmark("mute").settings(prompts="own", judges="creativity/lexical-judge")


def test_responses_are_scored_as_its_parents(site):
    words = "cat\ndog\nriver\nmoon\ntable\nlove\nwar\nphysics\nbread\ngold"
    scores = [hc.score(name, [words], embedding="builtin") for name in ("dat", "pirate_dat", "queen")]
    assert scores[0].scores == scores[1].scores == scores[2].scores
    assert len({its.comparable for its in scores}) == 3


def test_one_more_dimension_takes_twenty_lines(tmp_path):
    """Judges are asked about it, it has a stat, and everything else is as before."""
    assert len(USEFUL.strip().splitlines()) <= 20
    outside.install(tmp_path, "useful_aut", {"useful.py": USEFUL}, "useful")
    with outside.installed(tmp_path):
        assert [str(problem) for result in check("useful_aut", pilot=False) for problem in result.problems] == []
        (tmp_path / "uses.csv").write_text("object,uses\nbrick,doorstop; grind it into red pigment\n")
        options = ["--protocol", "mctb2025", "--prompts", "own", "--judges", "creativity/lexical-judge"]
        files = [str(tmp_path / "uses.csv"), "--out", str(tmp_path / "rated.jsonl")]
        found = []
        for name in ("aut", "useful_aut"):
            assert main(["score", name, *options, *files]) == 0
            found.append(json.loads((tmp_path / "rated.jsonl").read_text()))
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
    site = write(tmp_path / "site")
    measured, judged = "embedding=builtin,num_trials=2", "prompts=own,judges=creativity/lexical-judge,design=all"
    entries = [f"creativity_dat:{measured}", f"creativity_pirate_dat:{measured}", f"creativity_sea_ideas:{judged}"]
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    helm.run(tmp_path, [f"{entry},model=creativity/greedy" for entry in entries], extra=["-m", "3"])
    with outside.installed(site):
        main(["leaderboard", "s", "--benchmark", "all", "--output-path", str(tmp_path)])
    shown = capsys.readouterr().out
    for name in ("dat", "pirate_dat", "sea_ideas"):
        assert shown.count(f": {name}|") == 1
