"""The outputs of five models that Wadhwa et al. (2026) print, written from their triples with the same mistakes."""

from pathlib import Path

import pytest
from support.replies import read_rows

from helm_creativity.benchmark.types import Response
from helm_creativity.scenarios.create.parse import parse_paths
from helm_creativity.scenarios.create.paths import Triple

SHORT = {"K": "Kareem Abdul-Jabbar", "A": "American Academy of Arts and Sciences"}
PROBABILITIES = (0.34, 0.24, 0.16, 0.15, 0.11)
THOUGHTS = """<think> Whom could he have met? Maybe a draft first:
{ "1": [["Kareem Abdul-Jabbar", "met", "Spike Lee"], ["Spike Lee", "member of", "American Academy"]] }
No, I’m not sure of that one. </think> """


def path(line):
    """The triples of one line of the data."""
    triples = []
    for chain in line.split(" || "):
        names = [SHORT.get(name, name) for name in chain.split(" | ")]
        triples += [Triple(*names[i : i + 3]) for i in range(0, len(names) - 2, 2)]
    return tuple(triples)


LINES = {row["table"]: row["rows"] for row in read_rows(Path(__file__).with_name("published_paths.jsonl"))}
PATHS = {table: tuple(path(line) for line in lines) for table, lines in LINES.items()}


def written(paths, quotes='""', brackets="[]", key='"{}": ', outer="[ {} ]"):
    """The paths one a line, none with an escape."""
    texts = []
    for i, path_triples in enumerate(paths, 1):
        triples = (brackets[0] + ", ".join(f"{quotes[0]}{n}{quotes[1]}" for n in t) + brackets[1] for t in path_triples)
        texts.append(key.format(i) + outer.format(", ".join(triples)))
    return ",\n".join(texts)


def replaced(text, old, new):
    """The text with one replacement, which must be possible."""
    assert old in text
    return text.replace(old, new, 1)


def output(table):
    """What stands in the table: which mistakes, in which tags, fences and quotes."""
    paths = PATHS[table]
    if table == "table9":
        return f"```\n\n<answer>{{\n{written(paths, '“”', key='“{}”: ')}\n}}< /answer>\n\n```\n"
    if table == "table10":
        tuples = written(paths, "“”", "()", "“{}”: ", "[{}]")
        return f"{THOUGHTS}<answer>\n “”json\n {{ {tuples}\n }} ”” </answer>\n"
    if table == "table11":
        wrong = replaced(written(paths), '"Robert Downey Jr."]', "\"Robert Downey Jr.']")
        return f"<answer> {{ {wrong}\n}} < /answer>"
    if table == "table13":
        return f"<answer> {{ {written(paths, key='{}: ')}\n}} < /answer>".replace("],\n10:", "], 10:")
    objects = written(paths, outer='{{ "path_probability": PROBABILITY,\n"path": [ {} ] }}')
    for probability in PROBABILITIES:
        objects = replaced(objects, "PROBABILITY", str(probability))
    unquoted = replaced(objects, 'Gates Jr."]', "Gates Jr.]")
    return f"<answer>\n{{ {unquoted}\n}}\n</answer>\n"


@pytest.mark.parametrize(
    ("table", "paths", "triples"),
    [("table9", 28, 86), ("table10", 6, 24), ("table11", 20, 101), ("table13", 20, 60), ("table14", 5, 10)],
)
def test_the_outputs_that_the_paper_prints(table, paths, triples):
    """Every triple of every path is read, and the paths are as many as the paper prints."""
    parsed = parse_paths(Response(output(table)))
    assert parsed.paths == PATHS[table]
    assert (len(parsed.paths), sum(map(len, parsed.paths))) == (paths, triples)
    assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (0, False, None)
    assert parsed.probabilities == (PROBABILITIES if table == "table14" else (None,) * paths)


@pytest.mark.parametrize("table", sorted(PATHS))
def test_a_printed_output_that_breaks_off(table):
    """Of an output that was cut anywhere, the paths that stand before the cut are read and no other."""
    text = output(table).split("</think>")[-1]
    whole = PATHS[table]
    for end in range(text.index("{"), text.index("}", text.rindex(SHORT["A"])), 97):
        parsed = parse_paths(Response(text[:end], "length"))
        assert parsed.paths == whole[: len(parsed.paths)]
        assert parsed.truncated
        # Every path ends with the academy; the path after the last complete one may have it and lack its bracket.
        named = text[:end].count(SHORT["A"])
        assert named - 1 <= len(parsed.paths) <= named
