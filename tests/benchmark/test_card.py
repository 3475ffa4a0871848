"""Cards: complete, true, and strict."""

import copy
import datetime
import re
from contextlib import suppress

import pytest
import yaml

from helm_creativity.benchmark.card import Norm, load_card, parse_card
from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.settings import options
from helm_creativity.errors import BadArguments, BadCard, EmbeddingNotFound, FileProblem

BENCHMARKS = list_entries()
OURS = [benchmark for benchmark in BENCHMARKS if benchmark.ours]
DAT = yaml.safe_load((find_entry("dat").folder / "card.yaml").read_text("utf-8"))


def changed(**values):
    return {**copy.deepcopy(DAT), **values}


def items(**values):
    return changed(items=[{**DAT["items"][0], **values}])


def people(**values):
    return changed(norms=[{**DAT["norms"][0], **values}])


def without(key):
    card = copy.deepcopy(DAT)
    del card[key]
    return card


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda benchmark: benchmark.name)
def test_every_card_has_the_name_of_its_folder(benchmark):
    """And so has the run spec."""
    assert benchmark.card.name == benchmark.name
    assert benchmark.card.group == f"creativity_{benchmark.name}"


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda benchmark: benchmark.name)
def test_every_card_tells_what_the_number_is_not(benchmark):
    """Claims, limits, sources and deviations are part of the instrument."""
    card = benchmark.card
    assert all([card.measures, card.does_not_measure, card.papers, card.deviations, card.submetrics])
    assert all(file.licence and file.citation and (len(file.sha256) == 64 or file.commit) for file in card.files)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (changed(colour="red"), "there is no key 'colour'; did you mean 'columns'"),
        (without("measures"), "dat/card.yaml: measures is missing"),
        (changed(version="1.0"), r"version must be a text of the pattern .*, got '1.0'"),
        (changed(version="0-A"), "version must be a text of the pattern"),
        (changed(default_protocol="mine"), "default_protocol must be one of .*, got 'mine'"),
        (
            changed(papers=[{"citation": "x"}]),
            r"^dat/card.yaml, papers\[0\]: url is missing; .*places is missing$",
        ),
        (
            changed(submetrics=["n_invalid"]),
            r"submetrics\[0\] .* no common submetric 'n_invalid'; did you mean 'n_valid'",
        ),
        (changed(submetrics=[7]), r"submetrics\[0\] must be a mapping, got a number"),
        (
            changed(submetrics=[{"name": "a", "title": "b", "short_title": "c", "description": "d", "of": "word"}]),
            r"submetrics\[0\]: of must be one of 'answer' or 'run', got 'word'",
        ),
        (
            changed(trade_offs=[["n_valid", "fluency"]]),
            r"must be the names of two submetrics, got \['n_valid', 'fluency'\]",
        ),
        (changed(trade_offs=[["n_valid", "n_valid"]]), "must be the names of two submetrics"),
        (changed(trade_offs=5), "trade_offs must be a list, got 5"),
        (changed(submetrics="n_valid"), "submetrics must be a list, got 'n_valid'"),
        (changed(submetrics=["n_valid", "noun_rate", "n_valid"]), "there are two submetrics of the name n_valid;"),
        (
            changed(deviations=[{"here": "there"}]),
            r"deviations\[0\] must be a text, got .*here",
        ),
        (changed(trade_offs=[["n_valid"]]), r"dat/card.yaml: trade_offs\[0\]\[1\] is missing"),
        (changed(trade_offs=[["n_valid"] * 3]), r"trade_offs\[0\] must be 2 values at most, got \['n_valid', 'n"),
        (
            changed(columns=["n_valid", "fluency"]),
            r"columns must be names .*, each once, got \[.*'fluency'\]; there",
        ),
        (changed(columns=["n_valid"] * 6), "columns must be 5 values at most, got "),
        (changed(columns=["n_valid"] * 2), "columns must be names of its submetrics, each once"),
        (changed(columns="n_valid"), "columns must be a list, got 'n_valid'"),
        ([], "must be a mapping, got a list"),
        (changed(domain=7), r"domain must be a text, got 7 \(put it in quotes\)"),
        (changed(title=None), "title must be a text, got nothing$"),
        (changed(protocols="all"), "protocols must be texts by name, got 'all'"),
        (changed(protocols={"olson2021": 7}), "protocols: olson2021 must be a text, got 7"),
        (items(checksum=123456789012), r"items\[0\]: checksum must be a text, got 123456789012 \(put it in quotes"),
        (items(count="12"), r"items\[0\]: count must be a whole number, got '12'$"),
        (items(count=True), r"items\[0\]: count must be a whole number, got True"),
        (people(mean="78"), r"norms\[0\]: mean must be a number, got '78'"),
        (people(unit="persons"), "unit must be one of 'people', 'responses', 'items' or 'groups', got 'persons'"),
        (people(stat="fluency"), r"norms\[0\]: stat must be one of score, human_percentile, .*, got 'fluency'"),
        (
            people(settings={"protocol": "olson"}),
            r"norms\[0\], settings: protocol must be one of olson2021, .*, got 'olson'",
        ),
        (people(settings={"asked": 10}), r"norms\[0\], settings: asked must be a text, got 10 \(put it in quotes"),
        (people(quantiles=7), r"norms\[0\]: quantiles must be a list, got 7"),
        (people(quantiles=["7"]), r"norms\[0\]: quantiles\[0\] must be a number, got '7'"),
        (people(quantiles=[7, 8]), "quantiles must be 101 numbers that rise"),
        (people(quantiles=[8] * 100 + [7]), "quantiles must be 101 numbers that rise"),
        (people(mean=float("nan")), "mean must be a number, got nan"),
        (changed(probe="no"), "probe must be true or false, got 'no'"),
        (changed(norms=None), "dat/card.yaml: norms must be a list, got nothing"),
        (changed(version=datetime.date(2024, 1, 1)), "version must be a text of the pattern"),
    ],
)
def test_a_wrong_card_is_refused_by_key(card, message):
    """Before anything is run."""
    with pytest.raises(BadCard, match=message):
        parse_card(card, "dat/card.yaml")


def test_all_that_is_wrong_is_named_at_once():
    """Each with its place, and in no words of a library's."""
    card = changed(norms=[*DAT["norms"][:2], {**DAT["norms"][2], "mean": "x", "n": 1e5}], titel="DAT", version="1.0")
    del card["measures"]
    card["submetrics"] = [{"name": "a", "title": 7, "short_title": "b", "of": "run"}]
    with pytest.raises(BadCard) as caught:
        parse_card(card, "dat/card.yaml")
    assert set(str(caught.value).replace("; did", ", did").split("; ")) == {
        "dat/card.yaml: there is no key 'titel', did you mean 'title' or 'items'?",
        "dat/card.yaml: measures is missing",
        "dat/card.yaml, submetrics[0]: description is missing",
        "dat/card.yaml: version must be a text of the pattern ^[1-9][0-9]*-[A-Z]$, got '1.0'",
        "dat/card.yaml, norms[2]: n must be a whole number, got 100000.0",
        "dat/card.yaml, norms[2]: mean must be a number, got 'x'",
        "dat/card.yaml, submetrics[0]: title must be a text, got 7 (put it in quotes)",
    }


def test_what_does_not_fit_together_is_named_at_once():
    """When every value by itself is right."""
    card = changed(default_protocol="mine", columns=["fluency"], norms=[{**DAT["norms"][0], "stat": "fluency"}])
    with pytest.raises(BadCard, match=r"columns must be .*; .*default_protocol must be .*; .*norms\[0\]: stat"):
        parse_card(card, "dat/card.yaml")


@pytest.mark.parametrize("value", [None, 7, 1.5, True, [[]], [None], {"a": {}}, {"\x1b\n": 7}])
def test_whatever_a_value_is_it_is_refused_in_our_words(value):
    """And on one line that steers no terminal."""
    for key in DAT.keys() - {"task"}:  # which the task type reads
        with pytest.raises(BadCard, match=r"\Adat/card\.yaml[^\x1b\n]*\Z") as caught:
            parse_card(changed(**{key: value}), "dat/card.yaml")
        assert not re.search("pydantic|Input should|Value error|another value", str(caught.value)), key


def test_numbers_may_be_whole():
    """YAML writes 78.0 as 78."""
    assert parse_card(people(mean=78, sd=6), "dat/card.yaml").norms[0].mean == 78


def test_a_norm_holds_for_the_settings_that_it_names_and_no_instruction():
    """They are patterns, as of file names; other settings do not matter."""
    norm = Norm("students", 9, 1.0, 0.5, "a table", {"items": "bowden2003*", "judges": "*agc-judge"})
    holding = {"items": "bowden2003/144@sha256:0", "judges": "lab/AGC-Judge", "temp": "1"}
    assert norm.holds_for(holding)
    assert norm.holds_for({**holding, "instruction": "none"})
    assert not norm.holds_for({**holding, "instruction": "creative@sha256:0"})
    assert not norm.holds_for({**holding, "items": "own/120@sha256:0"})
    assert not norm.holds_for({"items": "bowden2003/144@sha256:0"})


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda benchmark: benchmark.name)
def test_every_norm_stands_beside_a_table_or_was_sought(benchmark):
    """Under the settings that it names, as far as nothing must be fetched for them."""
    settings_type = get_benchmark(benchmark.name).settings_type
    for norm in benchmark.card.norms:
        names = {name: text.partition("@")[0].strip("*") for name, text in norm.settings.items()}
        embedding = norm.settings.get("embedding", "")
        names |= {"embedding": "builtin"} if embedding.startswith("builtin3-") else {}
        if embedding.startswith("builtin3-") and "estimate" in options(settings_type):
            names["estimate"] = str("/ngrams" in embedding).lower()
        with suppress(EmbeddingNotFound, FileProblem):
            settings = settings_type(**{name: yaml.safe_load(text) for name, text in names.items()})
            assert norm.holds_for({**settings.compared(), "instruction": "none"}), norm
    assert benchmark.card.norms or benchmark.card.norms_sought


def test_a_card_that_is_not_there_or_no_yaml_is_reported(tmp_path):
    """By its folder."""
    with pytest.raises(BadCard, match=f"{tmp_path.name}/card.yaml is missing: expected a card in the folder of the"):
        load_card(tmp_path)
    (tmp_path / "card.yaml").write_text("name: [")
    with pytest.raises(BadCard, match=f"{tmp_path.name}/card.yaml is not valid YAML: while parsing a flow node"):
        load_card(tmp_path)
    (tmp_path / "card.yaml").write_text("name: a\nprobe: true\ndomain:\n  probe: x\nprobe: false\n")
    with pytest.raises(
        BadCard, match=r"card.yaml is not valid YAML: the key probe appears twice in one mapping .*on line 5"
    ):
        load_card(tmp_path)


def test_trade_offs_name_two_submetrics():
    """A report draws the models between them."""
    assert parse_card(changed(trade_offs=[["n_valid", "noun_rate"]]), "x").trade_offs == (("n_valid", "noun_rate"),)


def test_files_of_a_card_are_source_files():
    """With size and checksum, as the official ones are."""
    file = parse_card(DAT, "x").files[0]
    assert isinstance(file, SourceFile)
    assert (file.bytes, file.sha256[:8]) == (2133631, "33adcdd0")


def test_an_unknown_benchmark_names_those_that_exist():
    """The command line's message."""
    with pytest.raises(BadArguments, match=r"no benchmark 'dta'; did you mean 'dat'"):
        find_entry("dta")


@pytest.mark.parametrize("benchmark", OURS, ids=lambda found: found.name)
def test_cards_bound_the_score_of_every_protocol(benchmark):
    card = benchmark.card
    assert {key.partition(",")[0] for key in card.score_bounds} == card.protocols.keys()


def test_the_scale_of_own_prompts_may_be_another():
    """The question of this package asks for ratings from 1 to 5, that of the program from 10 to 50."""
    card = find_entry("aut").card
    assert card.bounds_of_score({"protocol": "mctb2025", "prompts": "own/8@sha256:0"}) == (1, 5)
    assert card.bounds_of_score({"protocol": "mctb2025", "prompts": "8@sha256:0"}) == (10, 50)
    assert card.bounds_of_score({"protocol": "wenger2025", "prompts": "own/5@sha256:0"}) == (0, 2)
    assert card.bounds_of_score({}) == ()
