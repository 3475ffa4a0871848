"""Run entries of the S-DAT: names, refusals, instances, and the metric that keeps its promise."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object
from support.process import python
from support.tongues import LANGUAGES, LETTERS, directions, nouns, write_vectors

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.errors import BadArguments

BENCHMARK = get_benchmark("sdat")
SdatSettings = BENCHMARK.settings_type
require_languages = BENCHMARK.reference.require_languages
ALL = "+".join(LANGUAGES)


@pytest.fixture
def sdat(many_tongues):
    """The S-DAT's run spec, by default under vectors of all languages and in this package's words."""
    usual = {"embedding": many_tongues, "prompts": "own"}
    return lambda **arguments: get_run_spec_function("creativity_sdat")(**{**usual, **arguments})


def instances(run_spec):
    """What HELM asks."""
    return create_object(run_spec.scenario_spec).get_instances("")


def test_languages_are_one_choice_however_they_are_written(sdat):
    """In the order of the report; all of them are ``all``."""
    assert sdat(items="de+zh+en") == sdat(items="en+de+zh")
    assert ",items=en+de+zh," in sdat(items="zh+de+en").name
    assert sdat(items=ALL) == sdat() == sdat(items="+".join(reversed(LANGUAGES)))
    assert SdatSettings(protocol="mctb2025", items=ALL.removesuffix("+zh")).items == ALL.removesuffix("+zh")


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
    japanese = [noun["ja"] for noun in nouns()][:118]
    korean = [noun["ko"] for noun in nouns()][:119]
    english = [noun["en"] for noun in nouns()]
    path = tmp_path / "halves.txt"
    write_vectors(path, {word: numbers[word] for word in [*japanese, *korean, *english, *LETTERS]})
    fetch_embedding("halves", origin=path)
    require_languages("halves", ["ko", "en"])
    with pytest.raises(
        BadArguments, match=r"halves does not know the languages ja \(118 of 238 common nouns\); choose"
    ):
        require_languages("halves", ["ko", "ja", "en"])
    require_languages("builtin+halves", ["en"])
    with pytest.raises(BadArguments, match=r"builtin does not know the languages ko \(0 of 238"):
        require_languages("halves+builtin", ["en", "ko"])


def test_capitals_do_not_matter(many_tongues):
    """German nouns are looked up as the word rule spells them."""
    require_languages(many_tongues, list(LANGUAGES))


def test_an_encoder_knows_every_language_and_is_not_loaded():
    """It has a vector for any text; torch would take seconds at every start."""
    code = (
        "import json, sys\n"
        "from helm_creativity.benchmark.loading import get_benchmark\n"
        "get_benchmark('sdat').reference.require_languages('granite-278m', ['ja', 'zh'])\n"
        "print(json.dumps(['torch' in sys.modules, 'transformers' in sys.modules, 'helm' in sys.modules]))"
    )
    assert python(code) == [False, False, False]
