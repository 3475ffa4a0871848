"""The paths in a reply, and those of several replies together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from helm_creativity.benchmark.types import FailureReason, Response, visible
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import whole_turn
from helm_creativity.scenarios.create.paths import Fault, FaultFinder, Path, Target, Triple

_TAG = re.compile(r"<\s{0,9}(/?)\s{0,9}answer\s{0,9}>", re.IGNORECASE)
_REVISED = re.compile(r"\b(?:wait|no|instead|revis\w+|correct\w+|final(?:ly)?|fixed|better|updated)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{2}")
# Brackets and what stands in them. What is nested deeper, or longer in quotes, is no path.
_DEEPEST, _LONGEST, _MOST_ROOTS = 12, 1000, 1000
_ENDS = dict(zip("\"'`“”„‘’«»「」", ['"', "'", "`", "”", "”", "“”", "’", "’", "»", "«", "」", "」"], strict=True))
_QUOTES = "".join(_ENDS)
# In prose, a bracket before plain words is no list.
_ROOT = re.compile(
    rf"\[(?=\s*(?:[{_QUOTES}\[({{\d\]#/]|\Z))|\((?=\s*[\[({{])"
    rf"|\{{(?=\s*(?:[{_QUOTES}\[({{\d}}#/]|[^\W\d][\w ]{{0,30}}:|\Z))"
)

_TOKEN = re.compile(
    rf"""(?P<blank>\s+|(?://|\#)[^\n]*|/\*(?:[^*]|\*(?!/)){{0,{_LONGEST}}}\*/|```\w*)|(?P<comma>[,;|]|[-=]{{1,3}}>|[→⇒])
    |(?P<open>[\[({{])|(?P<close>[\])}}])|(?P<colon>:)|(?P<quote>[{_QUOTES}])
    |(?P<number>[-+]?[\d.]+)(?=\s*(?:[,;:\])}}\#]|//))
    |(?P<bare>(?:[^,;:\[\](){{}}\n]|\([^()\n]{{0,80}}\)|:(?!\s*(?:[\[({{\d{_QUOTES}]|\Z)))+)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)

_AFTER = r"(?=\s{0,60}(?:[,:\])}]|//|/\*|\#|```|\Z))"
_STRING = {
    quote: re.compile(rf"((?:[^\\{end}]|\\.){{0,{_LONGEST}}})([{end}]){_AFTER}", re.DOTALL)
    for quote, end in _ENDS.items()
}

# Where a string ends whose own quotes are not escaped, or whose last quote is another one or missing.
_LOOSE_STRING = re.compile(
    rf"""((?:\\.|[^\\]){{1,{_LONGEST}}}?)
    (?:([{_QUOTES}])(?=\s{{0,60}}(?:[\])}}]\s{{0,60}}(?:[^\w\s-]|\d|\Z)|[,:]\s{{0,60}}[{_QUOTES}\[({{\d\])}}]))
    |(?=[\])]\s{{0,60}},\s{{0,60}}[\[(]\s{{0,60}}[{_QUOTES}]))""",
    re.VERBOSE | re.DOTALL,
)

_RUINED = re.compile(rf"[\])]\s*,\s*[\[(]\s*[{_QUOTES}]|[,\[(:{{]\s*[{_QUOTES}]\w")
_ESCAPE = re.compile(r"\\(?:u[\da-fA-F]{4}|U000[\da-fA-F]{5}|x[\da-fA-F]{2}|(.))", re.DOTALL)
_NO_NAME = re.compile(rf"null|none|nan|n/a|true|false|undefined|\\.*|.*[{_QUOTES}]", re.IGNORECASE)
_EMPTY = re.compile(r"\{\s*\}|\[\]|\{\s*[\"']\w{1,20}[\"']:\s*(?:\{\s*\}|\[\s*\])\s*\}")
# What triples, paths and the numbers beside them are called.
_PARTS = (
    re.compile(r"(?:head|subject|source|from|start|first)(?: entity| node)?|h|s|(?:entity|node) ?[1a]"),
    re.compile(r"(?:relation|relationship|connection)(?: type)?|predicate|rel|r|p|edge|property|link|label"),
    re.compile(r"(?:tail|object|target|to|end|second)(?: entity| node)?|t|o|(?:entity|node) ?[2b]"),
)
_ONE = re.compile(r"(?:connection )?path|chain|connection|route|trip(?:le|let)s|links|edges|steps|facts|sequence|hops")
_PROBABILITY = re.compile(r"(?:path )?(?:prob(?:ability)?|confidence)(?: score)?|likelihood|score|p")
_DECIMAL = re.compile(r"\d{0,3}\.?\d{1,20}")
_NUMBERED = re.compile(r"[^\W\d]{0,20}[ _#.-]{0,3}\d{1,5}[.:)]?")
_FORM_ENTITY = re.compile(r"(?:.* )?(?:entity|head|tail|node|subject|object)(?: ?(?:\d{1,2}|[a-z]))?|[a-z]")
_FORM_RELATION = re.compile(r"(?:relationship|relation|rel|predicate)(?: ?(?:\d{1,2}|[a-z]))?")
# Lines.
_WIDE = str.maketrans("（），：", "(),:")
_ELEMENT = re.compile(r"</?(?:path|triple)(?:[ _-]?\d{1,4}|\s[^<>\n]{0,40})?>", re.IGNORECASE)
_ARROW = re.compile(r"[-–—=]{1,3}>|[→⇒]")
_CONTINUED = re.compile(r"(?:(?<=[-–—=]>)|(?<=[→⇒]))[ \t]{0,20}\n\s{0,60}(?=[(\[])|\n[ \t]{0,60}(?=[-–—=]{1,3}>|[→⇒])")
_LABELLED = re.compile(
    r"(?:\s[–—]{1,3}|-{2,3}|[-=]{1,2}(?=\s?\[))\s{0,9}\[?([^\[\]()<>→⇒]{1,60}?)\]?\s{0,9}(?:[-–—=]{1,3}>|[→⇒])"
)
_MARKER = re.compile(
    r"[\s>#*_`|]{0,40}(?:[-•+‣◦]\s{1,20})?[*_`#]{0,9}"
    r"(?:(?P<path>(?:path|chain|connection|route)[\s_#]{0,4}\d{1,4}(?!\w))"
    r"|\d{1,3}(?:[.):](?!\d)|(?=\s{0,20}\|))|[(\[]\d{1,2}[)\]](?=\s))?",
    re.IGNORECASE,
)
_WRAPPED = re.compile(r"\A(?:[\[(]:?([^\[\]()]+)[\])]|[\"“']([^\"“”']+)[\"”'])\Z")
_MARKS = " \t*_`|"
_LONG_NAME, _LONG_RELATION, _LONG_LINE = 120, 6, 3000
# A path and the number beside it; None in the place of a malformed path.
_Entry = tuple["Path | None", "float | None"]


@dataclass(frozen=True)
class PathsParse:
    """The paths in a reply, or why it has none."""

    paths: tuple[Path, ...]
    probabilities: tuple[float | None, ...]
    malformed: int
    truncated: bool
    failure_reason: FailureReason | None


def parse_paths(response: Response) -> PathsParse:
    """The paths in a reply that was asked for ``{"1": [["head", "relation", "tail"], ...], "2": ...}``.

    What counts is the last pair of answer tags with paths, or the text without any; thoughts never do. Read are paths
    in JSON or Python's spelling, whole or broken off, or else lines: "1. (head, relation, tail), (head, relation,
    tail)", triples under a heading, and names between arrows. A path is complete if its own bracket closes, and
    malformed if an entry of it is no triple. Its structure is not looked at.
    """
    response = replace(response, text=_TAG.sub(r"<\1answer>", response.text))
    came = not (
        response.failed or response.prompt_truncated or response.echo or response.finish_reason == "content_filter"
    )
    at_limit = response.finish_reason == "length"
    reading = _answer_in(whole_turn(response.text) if came else "", at_limit)
    found = [(path, number) for path, number in reading.entries if path]
    is_answer = found or (reading.is_empty and not at_limit)
    return PathsParse(
        paths=tuple(path for path, _ in found),
        probabilities=tuple(number for _, number in found),
        malformed=len(reading.entries) - len(found),
        truncated=reading.truncated or at_limit,
        failure_reason=None if is_answer else unanswered(response) or FailureReason.UNPARSABLE,
    )


class _Reading(NamedTuple):
    entries: list[_Entry]
    truncated: bool
    is_empty: bool
    ended: bool = False
    is_whole: bool = False

    @property
    def paths(self) -> set[Path]:
        return {path for path, _ in self.entries if path}


def _answer_in(body: str, at_limit: bool) -> _Reading:
    first, *pieces = _TAG.split(body)
    pieces = ["" if pieces[:1] == ["/"] else "/", first, *pieces]
    parts = zip(pieces[::2], pieces[1::2], [*pieces[2::2], ""], strict=True)
    readings = [_part(text, after == "/", at_limit) for closes, text, after in parts if not closes]
    held = [reading for reading in readings if reading.entries] or [reading for reading in readings if reading.is_empty]
    held = [reading for reading in held if reading.ended] or held  # a tag that is only spoken of does not close
    return held[-1] if held else _part(_TAG.sub("\n", body), ended=False, at_limit=at_limit)


def _part(text: str, ended: bool, at_limit: bool) -> _Reading:
    """The paths in brackets, where what takes an earlier one back stands in its place; or those in lines."""
    found: list[_Reading] = []
    end = since = 0
    for _ in range(_MOST_ROOTS):
        if not (opening := _ROOT.search(text, end)):
            break
        end = (node := _root(text, opening.start())).end
        cut = end == len(text) and not node.closed and not ended
        is_list = node.height < 2 and not any(node.keys) and not (cut and node.bracket == "{")
        if is_list and not all(map(_path, node.values)):
            continue
        is_empty = _EMPTY.fullmatch(text[opening.start() : end]) is not None
        is_whole = any(node.keys) or node.height > 2
        reading = _Reading(list(_entries(node, cut, in_place=False)), cut, is_empty, is_whole=is_whole)
        between, since = text[since : opening.start()], end
        if (reading.paths or cut) and _WORDS.search(between):
            found = [] if _REVISED.search(between) or any(reading.paths & earlier.paths for earlier in found) else found
        found.append(reading)
    found = [reading for reading in found if reading.is_whole] or found
    entries, truncated = (
        [entry for reading in found for entry in reading.entries],
        any(reading.truncated for reading in found),
    )
    is_empty = not entries and any(reading.is_empty for reading in found)
    if not (entries or truncated or is_empty):
        entries, truncated = _in_lines(text, ended, at_limit)
    return _Reading(entries, truncated, is_empty, ended=ended)


class _Text(NamedTuple):
    """A value that is no container; its kind is "quote", "bare" or "number"."""

    text: str
    kind: str


@dataclass
class _Node:
    """A bracketed part of a text: values, the key of each or "", and its height, 1 without containers inside."""

    bracket: str
    end: int = 0
    values: list[_Node | _Text] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    key: str = ""
    height: int = 1
    closed: bool = False

    def under(self, names: re.Pattern[str]) -> list[_Node | _Text]:
        return [
            value
            for key, value in zip(self.keys, self.values, strict=True)
            if key and names.fullmatch(_letters_and_figures(key))
        ]


def _root(text: str, start: int) -> _Node:
    """The container that opens here, up to its end; up to the text's end if it cannot be read on deep inside."""
    root = _Node(text[start], len(text))
    stack: list[_Node] = []
    at, is_bare = start, False
    while token := _TOKEN.match(text, at):
        kind, at = token.lastgroup or "", token.end()
        string = _string(text, at - 1) if kind == "quote" else (token[0], at)
        two_values = is_bare and kind in ("open", "quote", "bare")
        if kind == "other" or string is None or two_values or (kind == "open" and len(stack) == _DEEPEST):
            if len(stack) < 2 and (string or len(text) - at > _LONGEST):
                root.end = max(token.start(), start + 1)
            return root
        at, is_bare = string[1], kind == "bare" or (is_bare and kind == "blank")
        if kind == "close" and (len(stack) > 1 or root.bracket != "{" or token[0] == "}"):
            stack.pop().closed = True
            if not stack:
                root.end = at
                return root
        elif kind not in ("blank", "comma", "close"):
            _take(stack, kind, string[0], root)
    return root


def _take(stack: list[_Node], kind: str, text: str, root: _Node) -> None:
    """Take a value or key; a key of an object ends the lists in it that were not closed."""
    if kind == "colon":
        node = stack[-1]
        key = node.values[-1] if node.values and not node.keys[-1] else root
        is_inside = node.bracket != "{" and any(node_above.bracket == "{" for node_above in stack)
        if isinstance(key, _Text) and (not is_inside or _NUMBERED.fullmatch(key.text)):
            del node.keys[-1], node.values[-1]
            while is_inside and stack[-1].bracket != "{":
                stack.pop()
            stack[-1].key = key.text
        return
    value = _Text(" ".join(text.split()), kind) if kind != "open" else _Node(text) if stack else root
    if stack:
        stack[-1].values.append(value)
        stack[-1].keys.append(stack[-1].key)
        stack[-1].key = ""
    if isinstance(value, _Node):
        stack.append(value)
        for height, node in enumerate(reversed(stack), 1):
            node.height = max(node.height, height)


def _string(text: str, start: int) -> tuple[str, int] | None:
    found = _STRING[text[start]].match(text, start + 1) or _LOOSE_STRING.match(text, start + 1)
    if found is None or (found.re is _LOOSE_STRING and _RUINED.search(found[1])):
        return None
    content = found[1] if found[2] and found[2] in _ENDS[text[start]] else found[1].rstrip(_QUOTES)
    plain = _ESCAPE.sub(lambda it: chr(int(it[0][2:], 16)) if not it[1] else " " if it[1] in "nrt" else it[1], content)
    return visible(plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")), found.end()


def _entries(value: _Node | _Text, cut: bool, in_place: bool = True, number: float | None = None) -> Iterator[_Entry]:
    """The paths of a value, which stands in the place of one path or of several; None for what is none."""
    path = _path(value)
    if path and (in_place or isinstance(value, _Text) or not any(value.keys) or value.height < 2):
        heads = {triple.head.casefold() for triple in path}
        # Triples that begin with the same entity, and none of which goes on from another, are a path each.
        apart = not in_place and len(heads) == 1 and heads.isdisjoint(triple.tail.casefold() for triple in path)
        paths = [(triple,) for triple in path] if apart else [path]
        yield from ((path, number) for path in paths if not any(map(_is_form, path)))
    elif isinstance(value, _Text):
        yield from [(None, None)] * bool(value.text.strip("."))
    elif any(value.keys) and (not in_place or value.height > 2 or value.under(_ONE)):
        yield from _in_object(value, cut, in_place)
    elif value.height > 2 and not (in_place and any(map(_triple, value.values))):
        yield from (entry for part in value.values if isinstance(part, _Node) for entry in _entries(part, cut))
    elif not in_place and all(map(_path, value.values)):
        yield from (entry for part in value.values for entry in _entries(part, cut))
    elif (in_place or value.height > 1) and (value.closed or not cut):
        triples = filter(None, map(_triple, value.values))
        yield from [(None, None)] * (not any(map(_is_form, triples)))


def _in_object(node: _Node, cut: bool, in_place: bool) -> Iterator[_Entry]:
    """The paths of an object: those under names for a path, or else under numbers, or in what stands around them."""
    texts = [part.text for part in node.under(_PROBABILITY) if isinstance(part, _Text)]
    numbers = iter([float(text) if _DECIMAL.fullmatch(text) else None for text in texts])
    named = bool(node.under(_ONE))
    for key, value in zip(node.keys, node.values, strict=True):
        if _ONE.fullmatch(_letters_and_figures(key)) or (
            not named and (_NUMBERED.fullmatch(key) or not any(node.keys))
        ):
            yield from _entries(value, cut, number=next(numbers, None) if named or in_place else None)
        elif not named and isinstance(value, _Node) and value.height > 1:
            yield from _entries(value, cut, in_place, next(numbers, None))


def _path(value: _Node | _Text) -> Path | None:
    if isinstance(value, _Text):
        triples, is_open = _triples_in(value.text) if value.kind == "quote" else ([], False)
    else:
        triple = _triple(value)
        triples, is_open = [triple] if triple else [_triple(part) for part in value.values], not value.closed
    return tuple(triple for triple in triples if triple) if triples and all(triples) and not is_open else None


def _triple(value: _Node | _Text) -> Triple | None:
    if isinstance(value, _Text):
        path = _path(value)
        return path[0] if path and len(path) == 1 else None
    parts = [found for names in _PARTS for found in value.under(names)] if any(value.keys) else value.values
    texts = [part for part in parts if isinstance(part, _Text) and part.text.strip(" .")]
    texts = [text for text in texts if text.kind != "bare" or not _NO_NAME.fullmatch(text.text)]
    kinds = {text.kind for text in texts}
    if not value.closed or len(texts) != 3 or len(parts) > 3 or {"number", "quote"} <= kinds:
        return None
    return Triple(*(text.text for text in texts)) if "quote" in kinds or any(map(str.isalpha, texts[1].text)) else None


def _is_form(triple: Triple) -> bool:
    """Whether a triple names the parts of one and nothing real: (head, relation, tail)."""
    entities = [_letters_and_figures(triple.head), _letters_and_figures(triple.tail)]
    return bool(_FORM_RELATION.fullmatch(_letters_and_figures(triple.relation))) and any(
        map(_FORM_ENTITY.fullmatch, entities)
    )


def _letters_and_figures(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip().lower()


def _in_lines(text: str, ended: bool, at_limit: bool) -> tuple[list[_Entry], bool]:
    """The paths in lines that are nothing but triples, or names between arrows, behind numbers and below headings."""
    items: list[list[Triple | None]] = []
    is_below = heading = is_cut = False
    for line in _CONTINUED.sub(" ", _ELEMENT.sub("\n", text.translate(_WIDE))).split("\n"):
        marker = _MARKER.match(line)
        if not marker or not line.strip(_MARKS) or line.lstrip().startswith("```"):
            continue
        number = re.search(r"\d", marker[0])
        rest = line[marker.end() :].replace("**", "").strip(_MARKS)
        rest = rest.lstrip(":.)–—" + _MARKS if number else "").rstrip(" ,.;")
        triples, is_open = _triples_in(rest, 2 if number else 3)
        if not triples and (heading or is_below) and rest[:1] in ("(", "[") and rest.count(",") > 1:
            triples = [None]  # a triple and other words
        is_cut = bool(triples) and (is_open or at_limit)
        if not triples:
            heading, is_below = bool(marker["path"]), False
            continue
        is_step = heading and not marker["path"] and len(triples) == 1
        last, following = items[-1][-1] if is_below else None, triples[0]
        goes_on = last.tail.casefold() == following.head.casefold() if last and following else len(triples) == 1
        if is_below and (is_step or (goes_on and not number)):
            items[-1].extend(triples)
        else:
            items.append(triples)
            heading = heading and (is_step or not number)
        is_below = True
    truncated = is_cut and not ended
    items = [item for item in (items[:-1] if truncated else items) if not any(map(_is_form, filter(None, item)))]
    return [(tuple(filter(None, item)) if all(item) else None, None) for item in items], truncated


def _triples_in(text: str, least: int = 3) -> tuple[list[Triple | None], bool]:
    """The triples that a text consists of, None in the place of a wrong one, and whether it ends inside one."""
    if text.endswith(("->", "=>", "→", "⇒")):
        return [None] if least == 2 or text[:1] in ("(", "[") else [], True
    if text[:1] in ("(", "["):
        root = node = _root(f"[{text}]", 0)
        while len(node.values) == 1 and node.height > 2 and isinstance(node.values[0], _Node):
            node = node.values[0]
        # A single value in brackets is a remark; one without brackets is prose.
        parts = [value for value in node.values if isinstance(value, _Text) or len(value.values) > 1]
        sizes = [1 if isinstance(part, _Text) else len(part.values) for part in parts]
        if root.end >= len(text) and 1 not in sizes and (max(sizes, default=0) >= least or not root.closed):
            return [_triple(part) for part in parts] if root.closed else [None], not root.closed
    triples = _between_arrows(text) if _ARROW.search(text) and len(text) < _LONG_LINE else []
    return triples if least == 2 or all(triples) else [], False


def _between_arrows(text: str) -> list[Triple | None]:
    steps = [part.strip(_MARKS) for part in _ARROW.split(_LABELLED.sub(r" → [\1] → ", text))]
    if not all(steps) or text[-1] in "?:" or max(map(len, steps)) > _LONG_NAME:
        return []
    heads, relations = steps[::2], steps[1::2]
    is_plain = not any(relation[0].isupper() for relation in relations) and not all(head[0].islower() for head in heads)
    names = [" ".join(_WRAPPED.sub(r"\1\2", step).split()) for step in steps]
    is_plain = is_plain and all(names) and max(len(relation.split()) for relation in relations) <= _LONG_RELATION
    if len(names) % 2 == 0 or not is_plain:
        return [None]
    return [Triple(*names[i : i + 3]) for i in range(0, len(names) - 2, 2)]


@dataclass(frozen=True)
class Pool:
    """All paths in the responses to one query."""

    paths: tuple[Path, ...] = ()
    faults: tuple[tuple[Fault, ...], ...] = ()
    malformed: int = 0
    truncated: int = 0
    reasons: tuple[FailureReason | None, ...] = ()
    probabilities: tuple[float | None, ...] = ()

    @property
    def failure_reason(self) -> FailureReason | None:
        """Why there is no score, or None.

        The prompt was cut, and all responses are to it; or one did not arrive, for which a rerun asks again, since
        fewer responses are worth less; or else the reason of the first one, if none could be parsed.
        """
        worst = [reason for reason in (FailureReason.PROMPT_TRUNCATED, FailureReason.FAILED) if reason in self.reasons]
        return worst[0] if worst else self.reasons[0] if self.reasons and all(self.reasons) else None


def pool_paths(responses: Sequence[Response], target: Target, faults: FaultFinder) -> Pool:
    """The paths of all responses together, each of which is parsed by itself."""
    parses = [parse_paths(response) for response in responses]
    paths = tuple(path for parse in parses for path in parse.paths)
    return Pool(
        paths,
        tuple(faults(paths, target)),
        sum(parse.malformed for parse in parses),
        sum(parse.truncated for parse in parses),
        tuple(parse.failure_reason for parse in parses),
        tuple(probability for parse in parses for probability in parse.probabilities),
    )
