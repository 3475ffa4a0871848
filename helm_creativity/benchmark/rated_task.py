"""What a card says of a benchmark whose responses judges rate (``task_type: rated``), under the key ``rated``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class ItemTable:
    """Items in a table, one per row; the first of its fields is an item's id.

    Attributes:
        columns: the column of each field, by the field's name, or several as in ``{contest}/{number}``; none where the
            benchmark's class reads the file. A list or an object of a JSON file becomes its texts, numbered.
        file: of the benchmark's folder; "" for a fetched one.
        source: the name of a fetched file.
        pattern: of a file that is no table, a regular expression of one item. Its named groups are the fields, behind
            an id of the table's name and the item's place among all of the file, such as ``official-1``.
        joined: further tables, which have the same ids and give more fields.
    """

    columns: Mapping[str, str] = dataclasses.field(default_factory=dict)
    file: str = ""
    source: str = ""
    pattern: str = ""
    joined: tuple[ItemTable, ...] = ()


@dataclass(frozen=True)
class AuthorsItems:
    """Texts in a list that a fetched file of Python holds, by their places in it, and the template with their words."""

    file: str
    constant: str
    numbers: tuple[int, ...]
    template: str


@dataclass(frozen=True)
class RatedQuestion:
    """A question to judges about a response, or about two consecutive ones to an item; see ``Rubric`` for its parts.

    Attributes:
        name: as annotations show it; "" for the template's.
        template: of the question.
        rated: the template's variable with the response, or the two with the earlier and the later one.
        dimensions: what is rated. A question with ``words`` decides whether a response is an attempt at the task: where
            most judges say that it is none, it is off the task, and nothing further is asked about it.
        test: what else words decide, where yes is 1 and no is 0. The dimension is the mean over judges, 0 to 1. One
            that is ``counted`` is part of the score. A ``condition`` is not: where most judges say no, the questions
            behind it are not asked, and their dimensions are 0.
        each: the field of an item with a list, such as constraints. Judges rate each of it in view of the response, and
            the dimension is the mean over the list.
    """

    template: str
    rated: tuple[str, ...]
    dimensions: tuple[str, ...]
    name: str = ""
    system: str = ""
    scale: tuple[int, ...] = ()
    between: bool = False
    letters: Mapping[str, float] = dataclasses.field(default_factory=dict)
    words: Mapping[str, float] = dataclasses.field(default_factory=dict)
    test: Literal["", "counted", "condition"] = ""
    each: str = ""
    asks_json: bool = False
    reply_tokens: int = 1


@dataclass(frozen=True)
class RatedProtocol:
    """What a protocol asks: the template of an item, and the questions to judges in their order."""

    template: str
    rubrics: tuple[RatedQuestion, ...]


@dataclass(frozen=True)
class RatedReply:
    """Where the rated text of a response is.

    Attributes:
        text: the name of the text among a score's details.
        words: the submetric with its number of words.
        prose: whether a text must have words to be plausible, and sentences if it is long, as formulas have not.
        alone: whether headings, labels and remarks around it are left out.
        least: words of which it has at least as many, or it is implausible; 0 for as many as a text must have.
        most: words above which it is too long, and not rated; 0 for no limit.
        mark: what stands before it in the forms whose names ``marked`` has.
        marked: names of forms; the submetric ``unmarked_rate`` is the share of responses without the mark.
    """

    text: str = "scored_response"
    words: str = "words"
    prose: bool = True
    alone: bool = False
    least: int = 0
    most: int = 0
    mark: str = ""
    marked: tuple[str, ...] = ()


@dataclass(frozen=True)
class RatedTask:
    """The key ``rated`` of a card. A response's score is the mean of its dimensions, each the mean of its ratings.

    Attributes:
        trials: responses to each item.
        design: who of the judges rates what, where a run does not say.
        options: settings by name, each with its ``default`` and what else ``benchmark.settings.option`` takes:
            ``items`` chooses a table, or without ``choices`` also a file with the fields of the first one; ``form`` a
            form of the response.
        protocols: by the names of the card's protocols; ``PROTOCOL, prompts=own`` in words of this package. Without
            any, the card's ``template`` is asked, and how creative a response is from 10 to 50.
        authors: items of AGC-Human (Beaty et al. 2026). They are asked in the authors' words: templates ``NAME``,
            ``NAME_creative`` and ``NAME_effective`` for the three instructions, whose variable is ``item``, and the
            questions ``validity`` and ``creativity``. With ``prompts=own`` the rest of the card counts.
        items: tables by the values of the setting ``items``; without any, ``items/own.yaml`` has the items.
        forms: by the values of the setting ``form``, what each adds to the names of the templates.
        again: the template of what is asked once more where a response is a refusal; the submetric
            ``fallback_rate`` is the share of responses to it.
        reply: where the rated text of a response is.
        response_tokens: length of a usual response.
        assumptions: what plans rest on.
        run_score: ``module:function`` of the folder, for a run's score that is no mean over responses; see
            ``task_types.rated.scorer.RatedRunScorer``.
        score: ``sum`` where the score is the sum of the dimensions instead.
        lexical: what the lexical judge measures for a dimension: names of functions of ``baselines.surface``.
        reference: a perfect response, in which ``{number}`` counts those to an item.
        chatter: why words around a response count.
        response_help: what the column ``response`` of a user's file says, where it is not that ratings may replace it.
    """

    trials: int = 3
    design: str = "all"
    options: Mapping[str, Mapping[str, Any]] = dataclasses.field(default_factory=dict)
    protocols: Mapping[str, RatedProtocol] = dataclasses.field(default_factory=dict)
    authors: AuthorsItems | None = None
    items: Mapping[str, ItemTable] = dataclasses.field(default_factory=dict)
    forms: Mapping[str, str] = dataclasses.field(default_factory=dict)
    again: str = ""
    reply: RatedReply = dataclasses.field(default_factory=RatedReply)
    response_tokens: int = 80
    assumptions: tuple[str, ...] = ()
    run_score: str = ""
    score: Literal["mean", "sum"] = "mean"
    lexical: Mapping[str, str] = dataclasses.field(default_factory=dict)
    reference: str = "An answer than which none is more creative."
    chatter: str = "judges rate an open text as a whole, and words around it are part of what they read"
    response_help: str = ""
