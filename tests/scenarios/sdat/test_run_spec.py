"""Run entries of the S-DAT: names, refusals, instances, and the metric that keeps its promise."""

import itertools

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support.process import python
from support.tongues import LETTERS, directions, write_vectors

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.loading import get_benchmark
from helm_creativity.embeddings.fetching import fetch_embedding
from helm_creativity.errors import BadArguments
from helm_creativity.helm_plugin.metric import CreativityMetric
from helm_creativity.helm_plugin.scenario import CreativityScenario
from helm_creativity.scenarios.sdat.benchmark import ASKED, SdatSettings
from helm_creativity.scenarios.sdat.items import CONSTRAINTS, LANGUAGES, nouns, require_languages

BENCHMARK = get_benchmark("sdat")
ALL = "+".join(LANGUAGES)


@pytest.fixture
def sdat(many_tongues):
    """The S-DAT's run spec, by default under vectors of all languages and in this package's words."""
    usual = {"embedding": many_tongues, "prompts": "own"}
    return lambda **arguments: get_run_spec_function("creativity_sdat")(**{**usual, **arguments})


def instances(run_spec):
    """What HELM asks."""
    return create_object(run_spec.scenario_spec).get_instances("")


def key(run_spec):
    """Everything that must agree between two scores that are compared."""
    return run_spec.metric_specs[0].args["comparable"]


def test_usual_settings(sdat):
    """Ten words in all languages, 25 times, at temperature 1."""
    run_spec = sdat()
    assert run_spec.name == (
        "creativity_sdat:protocol=mctb2025,items=all,asked=10,constraint=none,prompts=own,embedding=tongues,temp=1"
    )
    adapter = run_spec.adapter_spec
    assert (adapter.temperature, adapter.num_trials, adapter.max_tokens) == (1, 25, 4096)
    assert run_spec.scenario_spec.args == {
        "benchmark": "sdat",
        "protocol": "mctb2025",
        "items": "all",
        "asked": 10,
        "constraint": "none",
        "prompts": "own",
        "embedding": "tongues",
    }
    assert run_spec.groups == ["creativity_sdat"] == [CreativityScenario(**run_spec.scenario_spec.args).name]


def test_languages_are_one_choice_however_they_are_written(sdat):
    """In the order of the report; all of them are ``all``."""
    assert sdat(items="de+zh+en") == sdat(items="en+de+zh")
    assert ",items=en+de+zh," in sdat(items="zh+de+en").name
    assert sdat(items=ALL) == sdat() == sdat(items="+".join(reversed(LANGUAGES)))
    assert SdatSettings(protocol="mctb2025", items="zh+en").codes == ("en", "zh")
    assert SdatSettings(protocol="mctb2025").codes == tuple(LANGUAGES)
    assert SdatSettings(protocol="mctb2025", items=ALL.removesuffix("+zh")).items == ALL.removesuffix("+zh")


def test_the_longest_names_fit(sdat):
    """All languages with everything unusual; where a list of eleven does not, the error says so."""
    longest = {"asked": 25, "constraint": "under_ten_dollars", "temp": 0.75, "max_tokens": 16384}
    assert len(sdat(items=ALL, **longest).name.replace("=tongues", "=granite-278m")) <= 160
    eleven = ALL.removesuffix("+zh")
    assert len(sdat(items=eleven, constraint="under_ten_dollars", asked=25).name) <= 160
    message = r"name would be 171 bytes long, at most 160: .*items=en\+de.*; choose a shorter items$"
    with pytest.raises(BadArguments, match=message):
        sdat(items=eleven, **{**longest, "temp": 0.123456})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"asked": 0, "temp": 3}, "asked must be one of 10, 25, got 0; temp must be a number from 0 to 2, got 3"),
        ({"embedding": ""}, "embeddings fetch granite-278m"),
    ],
)
def test_wrong_arguments_are_reported_before_a_request_is_paid_for(sdat, arguments, message):
    """All at once, with what is allowed."""
    with pytest.raises(BadArguments, match=f"creativity_sdat: .*{message}"):
        sdat(**arguments)


@pytest.mark.parametrize(("embedding", "message"), [("glove", "unknown embedding"), ("glove-840b", "embeddings fetch")])
def test_wrong_vectors_are_one_problem(sdat, embedding, message):
    """They are looked for twice, and reported once."""
    with pytest.raises(BadArguments) as caught:
        sdat(embedding=embedding)
    assert str(caught.value).count(message) == 1


def test_vectors_without_a_language_are_refused(sdat):
    """With how many common nouns they know; where they know enough, they are taken."""
    known = {language: f"{language} [(][0-9]+ of {len(nouns())} common nouns[)]" for language in LANGUAGES}
    with pytest.raises(BadArguments, match=r"builtin does not know the languages ja \(0 of 238 common nouns\); choose"):
        sdat(embedding="builtin", items="en+ja")
    every = ", ".join(known[language] for language in LANGUAGES if language != "en")
    with pytest.raises(BadArguments, match=f"does not know the languages {every}; choose others by items="):
        sdat(embedding="builtin")
    assert "items=en," in sdat(embedding="builtin", items="en").name


def test_half_of_the_nouns_are_enough(home, tmp_path):
    """119 of 238 are half, 118 are fewer; in an ensemble every member must know them."""
    assert len(nouns()) == 238
    numbers = directions()
    japanese = [noun.words["ja"] for noun in nouns()][:118]
    korean = [noun.words["ko"] for noun in nouns()][:119]
    english = [noun.words["en"] for noun in nouns()]
    path = tmp_path / "halves.txt"
    write_vectors(path, {word: numbers[word] for word in [*japanese, *korean, *english, *LETTERS]})
    fetch_embedding("halves", origin=path)
    assert require_languages("halves", ["ko", "en"]) is True
    with pytest.raises(
        BadArguments, match=r"halves does not know the languages ja \(118 of 238 common nouns\); choose"
    ):
        require_languages("halves", ["ko", "ja", "en"])
    assert require_languages("builtin+halves", ["en"]) is True
    with pytest.raises(BadArguments, match=r"builtin does not know the languages ko \(0 of 238"):
        require_languages("halves+builtin", ["en", "ko"])


def test_capitals_do_not_matter(many_tongues):
    """German nouns are looked up as the word rule spells them."""
    assert require_languages(many_tongues, list(LANGUAGES)) is True


def test_an_encoder_knows_every_language_and_is_not_loaded():
    """It has a vector for any text; torch would take seconds at every start."""
    code = (
        "import json, sys\n"
        "from helm_creativity.scenarios.sdat.items import LANGUAGES, require_languages\n"
        "found = require_languages('granite-278m', list(LANGUAGES))\n"
        "print(json.dumps([found, 'torch' in sys.modules, 'transformers' in sys.modules, 'helm' in sys.modules]))"
    )
    assert python(code) == [True, False, False, False]


def test_as_helm_makes_it(many_tongues):
    """From a run entry: HELM makes numbers of numbers and leaves ``none`` alone."""
    entry = (
        f"creativity_sdat:items=de+en,asked=25,constraint=none,prompts=own,embedding={many_tongues},num_trials=2,"
        "model=x/y"
    )
    entry = entry.replace("x/y", "creativity/greedy")
    (run_spec,) = construct_run_specs(parse_object_spec(entry))
    assert "items=en+de,asked=25,constraint=none" in run_spec.name
    assert run_spec.adapter_spec.num_trials == 2
    assert "|asked:25|" in key(run_spec)
    assert str(create_object(run_spec.metric_specs[0]).settings.rule) == "20-25 of 25"


def test_constructors_open_no_vectors():
    """``helm-summarize`` runs them, perhaps where the vectors are not."""
    task = {"protocol": "mctb2025", "asked": 10, "constraint": "none", "prompts": "own", "embedding": "granite-278m"}
    assert CreativityScenario("sdat", **task, items="all").settings.embedding == "granite-278m"
    assert CreativityMetric("sdat", **task, items="en", comparable="x").comparable == "x"


def test_the_scenario_asks_once_in_each_language(sdat):
    """Ids are the languages' codes, and prompts differ by language, number and constraint."""
    texts = set()
    for asked, constraint in itertools.product(ASKED, CONSTRAINTS):
        found = instances(sdat(asked=asked, constraint=constraint))
        assert [instance.id for instance in found] == list(LANGUAGES)
        for instance in found:
            prompt = BENCHMARK.render(f"{instance.id}_own", n_words=asked, constraint=constraint)
            assert instance.input.text == prompt.text
            expected = {"language": instance.id, "prompt_id": f"{instance.id}_own", "prompt_sha256": prompt.sha256}
            assert instance.extra_data == expected
            assert instance.split == "test"
        texts |= {instance.input.text for instance in found}
    assert len(texts) == 120
    assert [instance.id for instance in instances(sdat(items="zh+en+ar"))] == ["en", "ar", "zh"]
