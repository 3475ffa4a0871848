# What happens in the story.
- {id: lighthouse, situation: a lighthouse keeper runs out of night}
- {id: lift, situation: two strangers are stuck in a lift with a piano}
- {id: letters, situation: a town receives every letter a year too late}
- {id: gardener, situation: a gardener grows something that nobody planted}
- {id: map, situation: a map is wrong in only one place}
- {id: echo, situation: an echo answers before anybody calls}
