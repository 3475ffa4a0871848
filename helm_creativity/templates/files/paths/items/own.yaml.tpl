# What is to be connected.
- {id: candle-ocean, start: candle, end: ocean}
- {id: violin-bread, start: violin, end: bread}
- {id: desert-letter, start: desert, end: letter}
- {id: clock-forest, start: clock, end: forest}
- {id: mirror-train, start: mirror, end: train}
- {id: honey-moon, start: honey, end: moon}
