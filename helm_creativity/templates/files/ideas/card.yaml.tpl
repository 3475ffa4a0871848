<% include "common/head.yaml" %>
domain: divergent thinking
summary: Ideas for everyday problems, as many as are worth trying; each is rated by judges for originality and feasibility, from 1 to 5.
claims: how original and how feasible the ideas are that a model lists for everyday problems, as judges see it.
does_not_claim: >-
  that the ideas are new, or that they would work: nothing is tried. Judges differ in severity and may favour their own style: compare
  models under one panel only.
language: English
default_protocol: first
protocols:
  first: One list of ideas for each of << count >> problems, temperature 1; mean over the ideas of a response, and over originality and feasibility.
papers:
  - citation: "Ruan, Wang, Hong and Sun 2024, LiveIdeaBench: Evaluating LLMs' Scientific Creativity and Idea Generation with Minimal Context"
    url: https://arxiv.org/abs/2412.17596v1
    places: section 3.1 (originality and feasibility of an idea as judges rate them)
<% include "common/items.yaml" %>
trade_offs:
  - [originality, feasibility]
submetrics:
  - name: originality
    title: Originality
    short_title: Originality
    description: Mean over a response's ideas of the mean over an idea's judges, 1 to 5.
    lower_is_better: false
  - name: feasibility
    title: Feasibility
    short_title: Feasibility
    description: Mean over a response's ideas of the mean over an idea's judges, 1 to 5.
    lower_is_better: false
  - name: fluency
    title: Ideas
    short_title: Ideas
    description: Different ideas of a response. Not in the score.
    lower_is_better: false
<% include "common/judges.yaml" %>
deviations:
<% include "common/first_version.yaml" %>
  - >-
    The paper asks for one scientific idea for each keyword and rates it from 1 to 10, with fluency and flexibility beside. Here a response lists
    ideas, each of which is rated from 1 to 5, and fluency is their number.
  - The questions to the judges are this benchmark's own, one for each dimension; no judge is a default.
  - >-
    An idea that no judge rated in a dimension is left out of that dimension's mean; a response without any rating in one of them is
    unjudged.
