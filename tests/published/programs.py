"""What an authors' program asks, evaluated from its source, which is never run; how many of our prompts are its texts.

The package reads prompts from such a program by the line and the names of their slots. Here every expression of texts
in the program is evaluated instead, so that a line or a slot that was mistaken shows.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from published.recompute import Number

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.scenarios.aut.items import object_names, object_set

ADDED = "' ' + self.addition_specs if self.addition_specs else ''"
"""What the program of alternate uses may append to a prompt."""
CUES = 3


def program_texts(path: Path, values: Mapping[str, str]) -> frozenset[str]:
    """The texts of a program; ``values`` are of what varies, by its source. A text with anything else is left out."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    found = (_evaluate(node, values) for node in nodes if isinstance(node, ast.expr))
    return frozenset(text for text in found if text is not None)


def _evaluate(node: ast.expr, values: Mapping[str, str]) -> str | None:
    """The text that an expression has; None where it has none."""
    source = ast.unparse(node)
    if source in values:
        return values[source]
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.FormattedValue):
        return _evaluate(node.value, values)
    if isinstance(node, ast.JoinedStr):
        parts = [_evaluate(part, values) for part in node.values]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [_evaluate(part, values) for part in (node.left, node.right)]
    else:
        parts = [None]
    return None if None in parts else "".join(filter(None, parts))


def _asked(name: str, **settings: object) -> list[str]:
    benchmark = get_benchmark(name)
    return [item.prompt.text for item in benchmark.items(parse_settings(benchmark, settings, require=False))]


def _count(prompts: Sequence[str], texts: Iterable[str]) -> Number:
    """How many prompts are texts of a program, but for white space at the ends."""
    stripped = {text.strip() for text in texts}
    return sum(prompt in stripped for prompt in prompts), len(prompts)


def aut(paths: Sequence[Path], form: str = "") -> Number:
    """For each object; the five forms of the released runs have the sentence against common uses behind them."""
    (sentence,) = (text for text in program_texts(paths[0], {}) if text.startswith(" Avoid typical"))
    varying = {"self.n_uses": "10", ADDED: f" {sentence}" if form else ""}
    texts: set[str] = set()
    for phrase in object_set("mctb2025").values():
        names = object_names(phrase)
        named = {"object_name": names["thing"], "object_name.upper()": names["capitals"]}
        texts |= program_texts(paths[0], {**varying, **named})
    return _count(_asked("aut", protocol="mctb2025", **({"form": form} if form else {})), texts)


def dat(paths: Sequence[Path]) -> Number:
    """Of mctb2025."""
    texts = program_texts(paths[0], {"str(self.n_words)": "20", "self.addition_specs": ""})
    return _count(_asked("dat", protocol="mctb2025"), texts)


def hard_dat(paths: Sequence[Path]) -> Number:
    """For each letter, with the given words behind the prompt, one on each line."""
    benchmark = get_benchmark("hard_dat")
    found = []
    for item in benchmark.items(parse_settings(benchmark, {}, require=False)):
        given: list[str] = item.fields["given"]
        varying = {"str(self.n_words)": "25", "self.given_words": str(len(given)), "letter": item.fields["letter"]}
        found.append(item.prompt.text in {text + "\n".join(given) for text in program_texts(paths[0], varying)})
    return sum(found), len(found)


def sdat(paths: Sequence[Path]) -> Number:
    """In every language; with a second file, with each of its constraints behind the prompt."""
    texts = program_texts(paths[0], {"str(self.n_words)": "10"})
    if len(paths) == 1:
        return _count(_asked("sdat"), texts)
    ends = program_texts(paths[1], {})
    asked = [
        prompt
        for kind in get_benchmark("sdat").options["constraint"].allowed
        if kind != "none"
        for prompt in _asked("sdat", constraint=kind)
    ]
    return _count(asked, [text + end for text in texts for end in ends])


def story(paths: Sequence[Path]) -> Number:
    """For each set of cue words, which the program holds as texts."""
    cues = [text for text in program_texts(paths[0], {}) if text.count(", ") == CUES - 1]
    texts = [text for words in cues for text in program_texts(paths[0], {"words": words})]
    return _count(_asked("story", protocol="mctb2025"), texts)
