<% include "common/head.yaml" %>
domain: associative thinking
summary: Five different ways from one thing to another by links; scored by the number of ways that hang together and share no stop.
claims: how many ways a model finds from one thing to another that are linked as asked and go by different stops.
does_not_claim: >-
  that a link is true, apt or surprising: relations are not looked at, and any words in the right form score at the top. It shows form and
  variety alone.
language: English
default_protocol: first
protocols:
  first: One response to each of << count >> pairs of things, temperature 1; different ways among the first five, 0 to 5.
papers:
  - citation: "Wadhwa, Singha Roy, Lederman, Li and Durrett 2026, CREATE: Testing LLMs for Associative Creativity"
    url: https://arxiv.org/abs/2603.09970
    places: section 3 and appendix E (paths of triples from one entity to another)
<% include "common/items.yaml" %>
submetrics:
  - name: stated_paths
    title: Paths of a response
    short_title: Paths
    description: Paths that a response gives, whatever they are. Five are asked for.
  - name: valid_paths
    title: Valid paths
    short_title: Valid
    description: Those of the first five that lead from start to end, link by link and without a stop twice.
    lower_is_better: false
  - name: stops
    title: Stops of a way
    short_title: Stops
    description: Mean number of things between start and end over the ways that count; undefined without any.
deviations:
<% include "common/first_version.yaml" %>
  - >-
    The paper asks for as many paths as come to mind, has judges look at the truth of links and at their strength, and scores paths by
    quality and distance. Here five are asked for, no judge is asked, and a way counts or does not.
  - A response of which no path can be read is unscored and counted; one that says by an empty object that there is none scores 0.
