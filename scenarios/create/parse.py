"""The paths in a reply, and those of several replies together."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from helm_creativity.benchmark.types import FailureReason, Response, visible
from helm_creativity.scenarios.create.paths import Fault, FaultFinder, Path, Target, Triple
from helm_creativity.text.response import unanswered
from helm_creativity.text.turns import whole_turn

_TAG = re.compile(r"<\s{0,9}(/?)\s{0,9}answer\s{0,9}>", re.IGNORECASE)
_REVISED = re.compile(r"\b(?:wait|no|instead|revis\w+|correct\w+|final(?:ly)?|fixed|better|updated)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{2}")
# In prose, a bracket before plain words is no list.
_ROOT = re.compile(
    r"\[(?=\s*(?:[\"'“\[({\d\]#/]|\Z))|\((?=\s*[\[({])|\{(?=\s*(?:[\"'“\[({\d}#/\\]|[^\W\d][\w ]{0,30}:|\Z))"
)
_ENDS = r"(?=\s{0,60}(?:[,:\])}]|//|/\*|\#|\Z))"
# A string ends before a comma, colon, bracket or remark; other quotes of its kind in it do not begin a string.
_STRINGS = "|".join(
    rf"{opens}(?:[^{closes}\\]|\\.|(?<![\[({{,:])(?<![,:]\s){closes}(?!{closes}|{_ENDS})){{0,300}}{closes}{_ENDS}"
    for opens, closes in ('""', "''", "“”", "‘’")
)
# One may also end before a bracket, with another quote or none, or with the text. What is left, a library mends.
_SIGN = re.compile(
    rf"""(?P<string>(?<!\\)(?:{_STRINGS}))
    |(?P<half>(?<=[\s\[({{,:])(?:"(?:[^"\\]|\\.){{0,300}}|'(?:[^'\\]|\\.){{0,300}}|“[^”]{{0,300}})\\?\Z)
    |(?P<loose>["'“][^"'“”’\[\](){{}}\\\n,:]{{1,99}}(?:["'”’]{{1,2}}{_ENDS}|(?=[\])])))
    |(?P<remark>(?<=[\s,{{\[])(?://|\#)[^\n]*|/\*(?:[^*]|\*(?!/)){{0,300}}\*/|```\w*|,(?=\s{{0,60}}[,\])}}])|["“”])
    |(?P<key>(?<=[\s{{\[,])(?:\d+\.?|[^\W\d][\w ]{{0,30}})(?=\s{{0,60}}:)|\.{{3}}|…)
    |(?P<open>[\[({{])|(?P<close>[\])}}])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u[\da-fA-F]{4}|U000[\da-fA-F]{5}|x[\da-fA-F]{2}|(.))", re.DOTALL)
_DEEPEST, _MOST_WORK = 12, 10_000_000
# Before what stood between quotes; the rest was mended, and is a name if it has no quotes and brackets of its own.
_QUOTES = "\"'“”‘’"
_SOUND = "\ue000"
_BARE = re.compile(r"(?!(?:null|none|nan|n/a|true|false)\Z)[^\W_][^\"“”„‘«»「」`\[\]{}\\,\ue000]*", re.IGNORECASE)
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
_NUMBERED = re.compile(r"[^\W\d]{0,20} ?\d{1,5}")
_FORM_ENTITY = re.compile(r"(?:.* )?(?:entity|head|tail|node|subject|object)(?: ?(?:\d{1,2}|[a-z]))?|[a-z]")
_FORM_RELATION = re.compile(r"(?:relationship|relation|rel|predicate)(?: ?(?:\d{1,2}|[a-z]))?")
_MARKER = re.compile(
    r"[\s>#*_`|]{0,40}(?:[-•+‣◦]\s{1,20})?[*_`#]{0,9}"
    r"(?:(?P<path>(?:path|chain|connection|route)[\s_#]{0,4}\d{1,4}(?!\w))"
    r"|(?P<number>\d{1,3}(?:[.):](?!\d)|(?=\s{0,20}\|))|[(\[]\d{1,2}[)\]](?=\s)))?",
    re.IGNORECASE,
)
_ARROW = re.compile(r"\s*(?:[-–—=]{1,3}>|[→⇒])\s*")
_QUOTED = r"\"[^\"\n]*\"|'[^'\n]*'(?=\s*[,\])])|“[^”\n]*”"
_GROUP = re.compile(rf"[\[(]((?:{_QUOTED}|[^\[\]()]|\([^()]*\))*)([\])]|\Z)[\s,;|]*(?:{_ARROW.pattern})?")
_CELL = re.compile(rf"\s*((?:{_QUOTED}|[^,()]|\([^()]*\))*),?")
_MARKS = " \t*_`|"
_WIDE = str.maketrans("（），：", "(),:")
_LONG_NAME, _LONG_LINE = 120, 3000
_Entry = tuple["Path | None", "float | None"]
"""A path and the number beside it; None in the place of a malformed path."""


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
    body = whole_turn(response.text) if came else ""
    first, *pieces = _TAG.split(body)
    pieces = ["" if pieces[:1] == ["/"] else "/", first, *pieces]
    parts = zip(pieces[::2], pieces[1::2], [*pieces[2::2], ""], strict=True)
    readings = [(*_read(text, after == "/", at_limit), after == "/") for closes, text, after in parts if not closes]
    held = [reading for reading in readings if reading[0]] or [reading for reading in readings if reading[2]]
    held = [reading for reading in held if reading[3]] or held  # a tag that is only spoken of does not close
    entries, truncated, is_empty = held[-1][:3] if held else _read(_TAG.sub("\n", body), False, at_limit)
    found = [(path, number) for path, number in entries if path]
    is_answer = found or (is_empty and not at_limit)
    return PathsParse(
        paths=tuple(path for path, _ in found),
        probabilities=tuple(number for _, number in found),
        malformed=len(entries) - len(found),
        truncated=truncated or at_limit,
        failure_reason=None if is_answer else unanswered(response) or FailureReason.UNPARSABLE,
    )


def _read(text: str, ended: bool, at_limit: bool) -> tuple[list[_Entry], bool, bool]:
    """The paths in brackets, where what takes an earlier one back stands in its place, or those in lines.

    And whether the last one breaks off, and whether it is said that there are none.
    """
    found: list[tuple[list[_Entry], bool, bool, bool]] = []
    since = 0
    for value, start, end, closed in _values(text):
        entries, cut, is_empty = list(_entries(value)), not (closed or ended), bool(_EMPTY.fullmatch(text, start, end))
        if entries or cut or is_empty or isinstance(value, dict):
            paths, between, since = {path for path, _ in entries if path}, text[since:start], end
            if (paths or cut) and _WORDS.search(between):
                again = any(path in paths for earlier, *_ in found for path, _ in earlier)
                found = [] if again or _REVISED.search(between) else found
            found.append((entries, cut, is_empty, _height(value) > 2 or isinstance(value, dict)))
    found = [reading for reading in found if reading[3]] or found
    entries = [entry for earlier, *_ in found for entry in earlier]
    truncated, is_empty = any(cut for _, cut, *_ in found), not entries and any(empty for _, _, empty, _ in found)
    if not (entries or truncated or is_empty):
        entries, truncated = _in_lines(text, ended, at_limit)
    return entries, truncated, is_empty


def _values(text: str) -> Iterator[tuple[Any, int, int, bool]]:
    """What stands in brackets, with its places and whether it closes; what never does up to its last whole path."""
    end = 0
    while opening := _ROOT.search(text, end):
        start = end = opening.start()
        pieces, opened, whole = list[str](), list[tuple[str, int]](), "null"
        for sign in _SIGN.finditer(text, start):
            pieces.append(text[end : sign.start()])
            end = sign.end()
            if len(opened) > _DEEPEST:
                break
            if sign["open"]:
                opened.append(("}" if sign[0] == "{" else "]", 1))
                pieces.append("{" if sign[0] == "{" else "[")
            elif sign["close"] and (len(opened) > 1 or opened[0][0] == "]" or sign[0] == "}"):
                closing, height = opened.pop()
                pieces.append(closing)
                if not opened:
                    break
                opened[-1] = opened[-1][0], max(opened[-1][1], height + 1)
                if height > 1 or (len(opened) == 1 and opened[0][0] == "}"):
                    whole = "".join([*pieces, *(closing for closing, _ in reversed(opened))])
            elif opened[-1][0] == "]" and "}" in dict(opened) and text[end : end + 9].lstrip().startswith(":"):
                break  # the bracket of a path is missing
            elif text_of_sign := sign["string"] or sign["loose"] or sign["key"]:
                pieces.append(json.dumps(_SOUND + _plain(text_of_sign), ensure_ascii=False))
        end = len(text) if opened else end
        yield _decoded(whole if opened else "".join(pieces)), start, end, not opened


def _plain(string: str) -> str:
    """A string without its quotes and escapes."""
    content = string
    if string[0] in _QUOTES:
        content = string[1:-1] if string[-1] in _QUOTES else string[1:]
    plain = _ESCAPE.sub(lambda it: chr(int(it[0][2:], 16)) if not it[1] else " " if it[1] in "nrt" else it[1], content)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _decoded(text: str) -> Any:  # noqa: ANN401 - decoded JSON
    """Of equal keys all are kept, since blanks mean nothing in them."""
    numbers = itertools.count()
    try:
        return json.loads(text, object_pairs_hook=lambda pairs: {key + " " * next(numbers): x for key, x in pairs})
    except (ValueError, RecursionError):
        from json_repair import loads

        return loads(text, skip_json_loads=True) if len(text) * text.count('"') < _MOST_WORK else None


def _entries(value: Any, in_place: bool = False, number: float | None = None) -> Iterator[_Entry]:  # noqa: ANN401
    """The paths of a value, which stands in the place of one path or of several; None for what is none."""
    path, height = _path(value), _height(value)
    parts = list(value.values() if isinstance(value, dict) else value) if height else []
    if not in_place and height < 2 and not isinstance(value, dict):
        paths = [_path(part) for part in parts if isinstance(part, str)]
        yield from ((path, None) for path in paths if len(paths) == len(parts) and all(paths))
    elif path and (in_place or isinstance(value, list)):
        heads = {triple.head.casefold() for triple in path}
        # Triples that begin with the same entity, and none of which goes on from another, are a path each.
        apart = not in_place and len(heads) == 1 and heads.isdisjoint(triple.tail.casefold() for triple in path)
        found = [(triple,) for triple in path] if apart else [path]
        yield from ((path, number) for path in found if not any(map(_is_form, path)))
    elif isinstance(value, dict) and (not in_place or height > 2 or any(_ONE.fullmatch(_key(key)) for key in value)):
        names = list(map(_key, value))
        beside = [str(part) for name, part in zip(names, parts, strict=True) if _PROBABILITY.fullmatch(name)]
        numbers = iter([float(text) if _DECIMAL.fullmatch(text) else None for text in beside])
        named = any(map(_ONE.fullmatch, names))
        for name, part in zip(names, parts, strict=True):
            if _ONE.fullmatch(name) or (not named and _NUMBERED.fullmatch(name)):
                yield from _entries(part, True, next(numbers, None) if named or in_place else None)
            elif not named and _height(part) > 1:
                yield from _entries(part, in_place, next(numbers, None))
    elif (height > 2 and not (in_place and any(map(_triple, parts)))) or (not in_place and all(map(_path, parts))):
        yield from (entry for part in parts if _height(part) for entry in _entries(part, True))
    elif not any(_is_form(triple) for triple in map(_triple, parts) if triple) and value != _SOUND + "...":
        yield None, None


def _height(value: Any) -> int:  # noqa: ANN401 - decoded JSON
    """1 for a container without others inside, 0 for what is none."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if parts is None else 1 + max(map(_height, parts), default=0)


def _path(value: Any) -> Path | None:  # noqa: ANN401 - decoded JSON
    triples: list[Triple | None] = []
    if isinstance(value, str):
        triples, is_open = _triples_in(value.removeprefix(_SOUND))
        triples = [] if is_open else triples
    elif _height(value):
        triple, parts = _triple(value), value.values() if isinstance(value, dict) else value
        triples = [triple] if triple else [_triple(part) for part in parts]
    return tuple(triple for triple in triples if triple) if triples and all(triples) else None


def _triple(value: Any) -> Triple | None:  # noqa: ANN401 - decoded JSON
    if isinstance(value, str):
        path = _path(value)
        return path[0] if path and len(path) == 1 else None
    if isinstance(value, dict):
        value = [part for names in _PARTS for key, part in value.items() if names.fullmatch(_key(key))]
    if not isinstance(value, list) or len(value) != 3 or not all(isinstance(part, str) for part in value):
        return None
    if not all(part.startswith(_SOUND) or _BARE.fullmatch(part.strip()) for part in value):
        return None
    if not re.search(r"[^\W\d_]|\A" + _SOUND, value[1]):
        return None
    names = [" ".join(visible(part.removeprefix(_SOUND)).split()) for part in value]
    return Triple(*names) if all(name.strip(" .…") for name in names) else None


def _is_form(triple: Triple) -> bool:
    """Whether a triple names the parts of one and nothing real: (head, relation, tail)."""
    head, relation, tail = map(_key, triple)
    return bool(_FORM_RELATION.fullmatch(relation) and (_FORM_ENTITY.fullmatch(head) or _FORM_ENTITY.fullmatch(tail)))


def _key(text: str) -> str:
    """Its letters and figures."""
    return re.sub(r"[\W_]+", " ", text).strip().lower()


def _in_lines(text: str, ended: bool, at_limit: bool) -> tuple[list[_Entry], bool]:
    """The paths in lines that are nothing but triples, or names between arrows, behind numbers and below headings."""
    items: list[list[Triple | None]] = []
    is_below = heading = is_cut = False
    for line in re.sub(rf"\n(?={_ARROW.pattern})", " ", text.replace("**", "").translate(_WIDE)).splitlines():
        if not (marker := _MARKER.match(line)) or not line.strip(_MARKS) or line.lstrip().startswith("```"):
            continue
        number = marker["number"] or marker["path"]
        rest = line[marker.end() :].strip(_MARKS).lstrip(":.)-" + _MARKS if number else "").rstrip(" ,.;")
        triples, is_open = _triples_in(rest, 2 if number else 3)
        if not triples and (heading or is_below) and rest[:1] in ("(", "[") and rest.count(",") > 1:
            triples = [None]  # a triple and other words
        is_cut = bool(triples) and (is_open or at_limit)
        if not triples:
            heading, is_below = bool(marker["path"]), False
            continue
        last, following = items[-1][-1] if is_below else None, triples[0]
        goes_on = last.tail.casefold() == following.head.casefold() if last and following else len(triples) == 1
        is_step = heading and not marker["path"] and len(triples) == 1
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
    is_list, is_open = text[:1] in ("(", "["), bool(re.search(rf"(?:{_ARROW.pattern})\Z", text))
    if is_list:
        text = text[1:-1] if text[1:2] in ("(", "[") and text[-2:-1] in (")", "]") else text
        groups, end = list[list[str]](), 0
        while end < len(text) and (group := _GROUP.match(text, end)):
            cells = [cell[1].strip() for cell in _CELL.finditer(group[1])][:-1]
            # A single value in brackets is a remark.
            groups += [cells] if len(cells) != 1 else []
            is_open, end = is_open or not group[2], group.end()
        if end == len(text) and (is_open or max(map(len, groups), default=0) >= least):
            groups = [[re.sub(r"\A[\"'“](.*)[\"'”]\Z", _SOUND + r"\1", cell) for cell in cells] for cells in groups]
            return [None] if is_open else [_triple(cells) for cells in groups], is_open
    names = [name.strip("[]()\"'" + _MARKS) for name in _ARROW.split(text)] if len(text) < _LONG_LINE else []
    # Names that lead to one another without relations are malformed, and prose with arrows is none.
    relations = names[1::2]
    if is_open or is_list or len(names) < 3 or not all(names) or max(map(len, names)) > _LONG_NAME or text[-1] in "?:":
        return [None] if is_open and (least == 2 or is_list) else [], is_open
    if len(names) % 2 == 0 or any(relation[0].isupper() for relation in relations):
        return [None] if least == 2 else [], False
    return [Triple(*names[i : i + 3]) for i in range(0, len(names) - 2, 2)], False


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
