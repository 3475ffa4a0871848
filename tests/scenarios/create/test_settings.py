"""What moves a score stands in its signature, and how arguments are checked."""

import pytest

from helm_creativity.errors import BadArguments
from helm_creativity.judging import JudgeSettings
from helm_creativity.rooms import checksum_of
from helm_creativity.scenarios.create import settings as module
from helm_creativity.scenarios.create.items import queries_checksum, queries_of, read_own
from helm_creativity.scenarios.create.protocols import (
    PROMPTINGS,
    PROTOCOLS,
    first_prompt,
    instruments_of,
    second_prompt,
)
from helm_creativity.scenarios.create.settings import (
    CARD,
    Asked,
    given_signature,
    prompts_of,
    run_signature,
    samples_of,
)

JUDGES = {"judges": "a/x+b/y", "design": "all", "seed": 42, "judge_temp": 0.0, "judge_max_tokens": 4096}
USUAL = {"protocol": "wadhwa2026", "prompting": "original", "samples": 1, "queries": "own", "embedding": "builtin"}


def signed(judging=None, **changes):
    return run_signature(Asked(**{**USUAL, **changes}), JudgeSettings.of(**{**JUDGES, **(judging or {})}))


def table(folder, name="q.csv", last="engineer"):
    path = folder / name
    path.write_text(f"query,entity_a,rel_b,entity_b\nAda to whom?,Ada Lovelace,occupation,{last}\n")
    return str(path)


def test_everything_that_moves_the_score_is_in_its_signature(stops, tmp_path):
    """Each change of it makes another one."""
    signatures = [
        signed(),
        signed(protocol="wadhwa2026_code"),
        *(signed(prompting=one) for one in ("creative", "verbalized", "iterative")),
        *(signed(prompting="resample", samples=n) for n in (2, 3)),
        signed(queries=table(tmp_path)),
        signed(queries=table(tmp_path, "r.csv", "poet")),
        signed(embedding=stops),
        signed(embedding=f"builtin+{stops}"),
        signed({"judges": "a/x"}),
        signed({"design": "draw=1"}),
        signed({"judge_temp": 0.5}),
        signed({"judge_max_tokens": 99}),
    ]
    assert len(set(signatures)) == len(signatures)


def test_what_a_signature_says(stops):
    """Full names, checksums, and nothing of what is not asked."""
    found = signed(embedding=stops, prompting="resample", samples=4)
    for part in (
        "create|protocol:wadhwa2026|",
        f"|card:{CARD.version}|",
        "|prompting:resample|samples:4|",
        f"|queries:own@{queries_checksum(read_own())}|",
        f"|embedding:{stops}@",
        f"|prompts:{prompts_of('resample', 'own')}|",
        f"|judges:a/x+b/y|design:all|judge_prompts:{instruments_of('wadhwa2026')}|judge_temp:0|judge_max_tokens:4096",
    ):
        assert part in found
    assert "samples" not in signed()


def test_queries_of_one_content_have_one_signature(tmp_path):
    """Wherever the file lies; its name is told, its folder not."""
    (tmp_path / "x").mkdir()
    first, again = (signed(queries=table(folder)) for folder in (tmp_path, tmp_path / "x"))
    assert first == again
    assert str(tmp_path) not in first


def test_the_prompts_of_a_run():
    """One for each query; iterative has the second turn too, and resample asks what original does."""
    n = len(read_own())
    found = {one: prompts_of(one, "own") for one in PROMPTINGS}
    assert found["original"] == found["resample"] != found["iterative"]
    assert len(set(found.values())) == len(PROMPTINGS) - 1
    assert [found[one].partition("@")[0] for one in PROMPTINGS] == [str(n), str(n), str(n), str(n + 1), str(n)]
    asked = [first_prompt("creative", one.target, one.query) for one in queries_of("own")]
    assert found["creative"] == checksum_of(asked)
    assert found["iterative"] == checksum_of(
        [*(first_prompt("original", one.target, one.query) for one in read_own()), second_prompt("QUERY")]
    )


def test_judges_are_asked_two_questions():
    """The same texts under both protocols, whose replies are read differently."""
    assert instruments_of("wadhwa2026").startswith("2@sha256:")
    assert [[one.name for one in protocol.instruments] for protocol in PROTOCOLS.values()] == [
        ["specificity", "factuality"],
        ["specificity", "factuality_by_program"],
    ]


def test_samples():
    """Three unless told otherwise, for resample alone."""
    assert samples_of("resample", "") == 3
    assert [samples_of("resample", n) for n in (2, 100)] == [2, 100]
    assert {samples_of(one, "") for one in PROMPTINGS if one != "resample"} == {1}


@pytest.mark.parametrize("samples", [1, 0, -2, 101, True, 2.0, "3", None])
def test_samples_that_cannot_be(samples):
    """By what is allowed."""
    with pytest.raises(BadArguments, match="samples must be a whole number from 2 to 100, got"):
        samples_of("resample", samples)


@pytest.mark.parametrize("prompting", [one for one in PROMPTINGS if one != "resample"])
@pytest.mark.parametrize("samples", [1, 3])
def test_samples_without_effect(prompting, samples):
    """Even where it is what happens."""
    with pytest.raises(BadArguments, match=f"samples is for prompting=resample, got it with prompting={prompting}"):
        samples_of(prompting, samples)


def test_given_paths_have_a_signature_of_their_own(stops):
    """Protocol and vectors; nobody was asked."""
    assert given_signature("wadhwa2026_code", stops).startswith(f"create|protocol:wadhwa2026_code|embedding:{stops}@")
    assert len({given_signature(one, name) for one in PROTOCOLS for name in (stops, "builtin")}) == 4
    assert module.MOST_SAMPLES == 100
