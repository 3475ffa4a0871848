"""What an authors' program asks, evaluated from its source, which is never run; how many of our prompts are its texts.

The package reads prompts from such a program by the line and the names of their slots. Here every expression of texts
in the program is evaluated instead, so that a line or a slot that was mistaken shows.
"""

import ast

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.scenarios.aut.items import object_names, object_set

ADDED = "' ' + self.addition_specs if self.addition_specs else ''"
"""What the program of alternate uses may append to a prompt."""
CUES = 3


def program_texts(path, values):
    """The texts of a program; ``values`` are of what varies, by its source. A text with anything else is left out."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {evaluated(node, values) for node in nodes if isinstance(node, ast.expr)} - {None}


def evaluated(node, values):
    """The text that an expression has; None where it has none."""
    source = ast.unparse(node)
    if source in values:
        return values[source]
    match node:
        case ast.Constant(str() as text):
            return text
        case ast.FormattedValue(inner):
            return evaluated(inner, values)
        case ast.JoinedStr(values=inner):
            parts = [evaluated(part, values) for part in inner]
        case ast.BinOp(left, ast.Add(), right):
            parts = [evaluated(part, values) for part in (left, right)]
        case _:
            return None
    return None if None in parts else "".join(parts)


def asked(name, **settings):
    benchmark = get_benchmark(name)
    return list(benchmark.items(parse_settings(benchmark, settings, require=False)))


def count(items, texts):
    """How many prompts are texts of a program, but for white space at the ends."""
    stripped = {text.strip() for text in texts}
    return sum(item.prompt.text in stripped for item in items), len(items)


def aut(paths, form=""):
    """For each object; the five forms of the released runs have the sentence against common uses behind them."""
    (sentence,) = (text for text in program_texts(paths[0], {}) if text.startswith(" Avoid typical"))
    varying, texts = {"self.n_uses": "10", ADDED: f" {sentence}" if form else ""}, set()
    for names in map(object_names, object_set("mctb2025").values()):
        named = {"object_name": names["thing"], "object_name.upper()": names["capitals"]}
        texts |= program_texts(paths[0], varying | named)
    return count(asked("aut", protocol="mctb2025", **({"form": form} if form else {})), texts)


def dat(paths):
    """Of mctb2025."""
    texts = program_texts(paths[0], {"str(self.n_words)": "20", "self.addition_specs": ""})
    return count(asked("dat", protocol="mctb2025"), texts)


def hard_dat(paths):
    """For each letter, with the given words behind the prompt, one on each line."""
    found = []
    for item in asked("hard_dat"):
        given = item.fields["given"]
        varying = {"str(self.n_words)": "25", "self.given_words": str(len(given)), "letter": item.fields["letter"]}
        found.append(item.prompt.text in {text + "\n".join(given) for text in program_texts(paths[0], varying)})
    return sum(found), len(found)


def sdat(paths):
    """In every language; with a second file, with each of its constraints behind the prompt."""
    texts = program_texts(paths[0], {"str(self.n_words)": "10"})
    if len(paths) == 1:
        return count(asked("sdat"), texts)
    kinds = set(get_benchmark("sdat").options["constraint"].allowed) - {"none"}
    items = [item for kind in kinds for item in asked("sdat", constraint=kind)]
    return count(items, {text + end for text in texts for end in program_texts(paths[1], {})})


def story(paths):
    """For each set of cue words, which the program holds as texts."""
    cues = [text for text in program_texts(paths[0], {}) if text.count(", ") == CUES - 1]
    texts = [text for words in cues for text in program_texts(paths[0], {"words": words})]
    return count(asked("story", protocol="mctb2025"), texts)
