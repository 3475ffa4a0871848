<% include "common/head.yaml" %>
domain: creative writing
summary: The first sentence of a story about a given situation; rated by judges for creativity as a whole, from 10 to 50.
claims: how creative first sentences of stories are, as judges see it.
does_not_claim: >-
  that the story would be a good one, or that readers would be moved. Judges differ in severity and may favour their own style: compare
  models under one panel only.
language: English
family: rated
template: task
baseline:
  task: The {one} had never heard of the {other}.
default_protocol: first
protocols:
  first: Three sentences for each of << count >> situations, asked one by one at temperature 1; mean rating of the judges, 10 to 50.
papers:
  - citation: "Beaty, Deshpande, Lai, Attuch, Shivagunde, Roy, Pujari, DiStefano, Muckatira, Stevenson, Gronas and Rumshisky 2026, AGC-Bench: Measuring Artificial General Creativity"
    url: https://arxiv.org/abs/2607.01152
    places: appendix L (the scale from 10 to 50), appendix I (three responses to an item)
<% include "common/items.yaml" %>
submetrics:
  - creativity
  - words
<% include "common/judges.yaml" %>
deviations:
<% include "common/first_version.yaml" %>
  - >-
    Of the paper's rubric the scale and the sentence "A creative response is novel and effective" are printed. Everything else in the
    question to the judges was written for helm-creativity. No judge is a default; the paper's own is one open-weight model.
  - The paper asks for other texts than first sentences.
