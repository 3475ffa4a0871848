"""People and models of a made-up release on one scale."""

import numpy as np
import pytest
from support.agc_human import write_responses

from helm_creativity.cli import main
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.results.common_scale import common_scale_of_release
from helm_creativity.results.human_responses import load_human_responses, rated_tasks

TASKS = ("AUT", "Design", "Metaphor", "SCTT", "Story")


@pytest.fixture
def released(tmp_path):
    """12 people and 8 models; models follow one ability, people none; person 0 has no stories."""
    rng = np.random.default_rng(3)
    rows = []
    for kind, n, common in (("human", 12, 0.0), ("llm", 8, 6.0)):
        for author in range(n):
            ability = common * rng.normal()
            for task in TASKS:
                for number in range(2):
                    if (kind, author, task) == ("human", 0, "Story"):
                        continue
                    rating = np.clip(30 + ability + 3 * rng.normal() + (2 if kind == "llm" else 0), 10, 50)
                    rows.append((kind, f"{kind}_{author}", task, number, "word " * rng.integers(3, 9), f"{rating:.3f}"))
    return write_responses(tmp_path / "released.csv", rows)


def test_alphas_are_of_those_who_have_all_tasks(released):
    found = common_scale_of_release(load_human_responses(released))
    people, models = found.alphas
    assert (people.n, models.n, people.tasks) == (11, 8, 5)
    assert models.alpha > 0.8 > people.alpha
    assert found.difference.p < 0.05


def test_percentiles_are_among_people(released):
    found = common_scale_of_release(load_human_responses(released))
    people = sorted(author.score for author in found.authors if author.who == "people")
    for author in found.authors:
        lower = sum(score < author.score for score in people) + 0.5 * (author.who == "people")
        assert author.percentile == pytest.approx(100 * lower / len(people))
    assert [author.score for author in found.authors] == sorted((a.score for a in found.authors), reverse=True)
    assert {author.author: author.tasks for author in found.authors}["human_0"] == 4


def test_the_slow_definition(released):
    """Regression, z and mean in plain loops."""
    responses = load_human_responses(released).responses
    scores = {}
    for cell in {(response.benchmark, response.number) for response in responses}:
        here = [response for response in responses if (response.benchmark, response.number) == cell]
        x = np.log([len(response.text.split()) for response in here])
        y = np.array([response.rating for response in here])
        left = y - np.polyval(np.polyfit(x, y, 1), x)
        for response, z in zip(here, left / np.std(left, ddof=1), strict=True):
            scores.setdefault((response.who, response.author), {}).setdefault(response.benchmark, []).append(z)
    found = common_scale_of_release(load_human_responses(released))
    for author in found.authors:
        mine = scores[author.who, author.author]
        assert author.score == pytest.approx(np.mean([z for task in mine.values() for z in task]))
    models = [[np.mean(tasks[name]) for name in sorted(tasks)] for (who, _), tasks in scores.items() if who == "models"]
    assert found.alphas[1].alpha == pytest.approx(cronbach_alpha(models, standardised=True).value)


def test_other_components_can_be_named(released):
    """A second component that equals the first changes nothing."""
    responses = load_human_responses(released)
    once = common_scale_of_release(responses)
    twice = common_scale_of_release(responses, lambda response: [response.rating, 7 * response.rating])
    assert [author.score for author in twice.authors] == pytest.approx([author.score for author in once.authors])


def test_the_command_prints_both_tables(released, capsys):
    assert len(rated_tasks()) == len(TASKS)
    assert main(["people", "norms", "--common-scale", "--from", str(released)]) == 0
    text = capsys.readouterr().out
    assert "Models against people: W = " in text
    assert "llm_3" in text
    assert "which the released file lacks" in text


def test_without_the_file_the_command_says_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    assert main(["people", "norms", "--common-scale"]) == 2
    assert "items fetch" in capsys.readouterr().err


def test_suites_have_no_place_on_it(released, capsys):
    assert main(["people", "norms", "mine", "--common-scale", "--from", str(released)]) == 2
    assert "leave the suites out" in capsys.readouterr().err
