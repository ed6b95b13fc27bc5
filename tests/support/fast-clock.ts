// Loaded before one of our programs: for it, a minute passes between two questions.
const began = Date.now()
const clock = Date.now
Date.now = () => began + (clock() - began) * 1_000_000
