<% include "common/head.yaml" %>
domain: divergent thinking
summary: Ten nouns of one length that have as little to do with each other as possible; scored by their mean semantic distance.
claims: how far apart in meaning the nouns are that a model names when their number of letters is fixed, under the chosen vectors.
does_not_claim: >-
  creativity at large, or that the words are common ones. Vectors of words know how words are used, not what people think of them, and
  scores under different vectors are different measurements.
language: English
default_protocol: first
protocols:
  first: One list of ten words for each of << count >> lengths, temperature 1, under the built-in table; the first ten valid words count, and five are needed.
papers:
  - citation: "Olson, Nahas, Chmoulevitch, Cropper and Webb 2021, Naming unrelated words predicts creativity, PNAS 118(25)"
    url: https://doi.org/10.1073/pnas.2022340118
    places: the instrument, whose mean distance between words is the score here (studies 1A and 2)
<% include "common/items.yaml" %>
submetrics:
  - n_valid
  - unknown_rate
  - estimated_rate
  - repeated_rate
  - name: length_rate
    title: Words of another length
    short_title: Length
    description: Share of a response's words that have another number of letters than asked. They do not count.
    lower_is_better: true
  - wrong_count_rate
deviations:
<% include "common/first_version.yaml" %>
  - The paper asks for ten words of any length and scores the first seven valid ones. Here the length is asked for, and up to ten count.
  - The default vectors are those of the built-in table, which needs no download; the paper's are GloVe 840B.
