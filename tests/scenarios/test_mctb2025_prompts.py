"""DAT, HardDAT and S-DAT ask the words of the Multimodal Creative Thinking Benchmark, read from its program."""

import pytest
from support.authors_files import program, put_stand_in, use_real_files

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.comparability import checksum_prompts
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments

LANGUAGES = [
    *("Arabic", "Chinese", "Czech", "Dutch", "English", "French", "German", "Italian", "Japanese", "Korean"),
    *("Portuguese", "Spanish"),
]
FILES = ("mctb2025-dat", "mctb2025-hard-dat", "mctb2025-sdat", "mctb2025-sdat-constraints")
DAT = program(
    line_1="class DivergentAssociationTest:",
    line_2="    def __init__(self):",
    line_3="        self.prompts = [",
    **{
        f"line_{line}": f'(f"Form {number}: {{str(self.n_words)}} nouns." + " " + self.addition_specs),'
        for number, line in ((2, 41), (3, 44), (4, 47), (5, 51))
    },
    line_52="        ]",
)
HARD_DAT = program(
    line_1="class HardDivergentAssociationTest:",
    line_2="    def set_prompt(self, letter, words):",
    line_35="        self.prompt = (",
    line_36='            f"Write {str(self.n_words)} words with {letter}, far from "',
    line_37='            f"these {self.given_words} and with {letter}:")',
    line_38='        self.prompt += "\\n".join(words)',
)
SDAT = "class SyntheticDivergentAssociationTest:\n    def __init__(self):\n        self.prompts = {\n"
SDAT += "".join(f'"{name}":\n(f"{name}: {{str(self.n_words)}} words." + " "),\n' for name in LANGUAGES)
SDAT += "        }\n"
CONSTRAINTS = "".join(
    f"language_constraints_{kind} = {{{', '.join(f'{name!r}: {name + kind!r}' for name in LANGUAGES)}}}\n"
    for kind in ("edible", "tools", "money", "sound")
)


class Words:
    """A baseline that says what it was asked for."""

    def unrelated(self, n, spelt=None, unlike=()):
        return [str(n), *unlike]


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """An empty home."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))


@pytest.fixture
def stand_ins(fresh):
    """Files of the same structure."""
    for name, text in zip(FILES, (DAT, HARD_DAT, SDAT, CONSTRAINTS), strict=True):
        put_stand_in(name, text)


def asked(name, **settings):
    """Benchmark and items of settings."""
    benchmark = get_benchmark(name)
    return benchmark, list(benchmark.items(benchmark.settings(embedding="builtin", **settings)))


def test_dat_asks_the_four_other_prompts(stand_ins):
    benchmark, items = asked("dat", protocol="mctb2025")
    assert [item.prompt.text for item in items[1:]] == [f"Form {number}: 20 nouns." for number in range(2, 6)]
    assert baseline_response(benchmark, items[1].prompt.text, Words()) == "20"
    assert benchmark.settings(protocol="mctb2025", embedding="builtin").name_parts["prompts"] == "authors"


def test_hard_dat_gives_the_words_one_a_line_behind_the_task(stand_ins):
    benchmark, (item,) = asked("hard_dat", letters="b")
    given = item.fields["given"]
    assert item.prompt.text == "Write 25 words with b, far from these 20 and with b:" + "\n".join(given)
    assert baseline_response(benchmark, f"Be creative.\n\n{item.prompt.text}", Words()) == "\n".join(["25", *given])


def test_sdat_asks_in_the_words_of_each_language(stand_ins):
    benchmark, (item,) = asked("sdat", items="en", asked=25, constraint="under_ten_dollars")
    assert item.prompt.text == "English: 25 words. Englishmoney"
    plain = benchmark.render("mctb2025", n_words=10, constraint="none", language="de")
    assert plain.text == "German: 10 words."
    assert len(baseline_response(benchmark, plain.text, CHOOSERS["random"]("builtin", 1)).split("\n")) == 10


def test_without_the_files_the_command_is_named(fresh):
    for name, settings in (("dat", {"protocol": "mctb2025"}), ("hard_dat", {}), ("sdat", {"items": "en"})):
        message = "`helm-creativity fetch mctb2025-prompts`, or use prompts=own"
        with pytest.raises(BadArguments, match=message):
            asked(name, **settings)
        _, items = asked(name, prompts="own", **settings)
        assert items[-1].prompt.id.endswith("_own")


def test_words_that_a_paper_prints_have_no_others():
    with pytest.raises(
        BadArguments, match="prompts=own: protocol olson2021 is asked in the words that its paper prints"
    ):
        asked("dat", prompts="own")


def test_the_real_words(fresh, monkeypatch):
    use_real_files(monkeypatch, *FILES)
    _, items = asked("dat", protocol="mctb2025")
    assert [item.prompt.sha256[:12] for item in items[1:]] == [
        "89da607cb86d",
        "4225271403e8",
        "518278fb3e7e",
        "1fb0428609c6",
    ]
    _, items = asked("hard_dat")
    assert checksum_prompts(item.prompt for item in items) == "21@sha256:e37b4a54e985"
    _, (item,) = asked("sdat", items="en", constraint="tool")
    assert item.prompt.sha256[:12] == "082fd482f5a4"
