"""``creativity_live_idea_bench``: scientific ideas from single keywords, rated by a panel of judges."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen
from helm_creativity.judging.benchmark import judged_benchmark
from helm_creativity.scenarios.live_idea_bench.annotator import LiveIdeaAnnotator
from helm_creativity.scenarios.live_idea_bench.metric import LiveIdeaMetric
from helm_creativity.scenarios.live_idea_bench.protocols import FORMS, KEYWORDS, PROTOCOLS
from helm_creativity.scenarios.live_idea_bench.scenario import LiveIdeaScenario
from helm_creativity.scenarios.live_idea_bench.scorer import CARD

USUAL = PROTOCOLS[CARD.default_protocol]


@judged_benchmark(
    LiveIdeaScenario,
    LiveIdeaMetric,
    LiveIdeaAnnotator,
    temp=USUAL.temperature,
    design=USUAL.design,
    asks=["protocol", "form"],
)
def live_idea_bench(arguments: Arguments, protocol: str, keywords: str = "own", form: str = "plain") -> Chosen:
    """LiveIdeaBench.

    Args:
        arguments: checks them.
        protocol: see the card.
        keywords: ``own``, 216 of this package, or ``official``, the authors' 1,180.
        form: ``plain``, or ``reasoning``, which asks for the idea behind "Final Idea:".
    """
    asked = {
        "keywords": arguments.one_of("keywords", keywords, KEYWORDS),
        "form": arguments.one_of("form", form, FORMS),
    }
    named = {name: value for name, value in asked.items() if value != "plain"}
    return Chosen({**asked, "trials_count": True}, named, PROTOCOLS[protocol].trials, asked)
