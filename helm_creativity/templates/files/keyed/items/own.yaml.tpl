# What the model is asked, and what counts as right: a word, or several joined by |.
# Words such as yes, no, on and off need quotes.
- {id: hole, riddle: "The more of me is taken away, the bigger I become.", answer: hole}
- {id: umbrella, riddle: "I go up whenever the rain comes down.", answer: umbrella|brolly|parasol}
- {id: clock, riddle: "I have a face that never smiles and hands that never clap.", answer: clock|watch}
- {id: candle, riddle: "I am tall while I am young and short when I am old, and a breath can end me.", answer: candle}
- {id: needle, riddle: "I have a single eye, and yet I cannot see.", answer: needle}
- {id: towel, riddle: "The more I dry, the wetter I get.", answer: towel}
