// Loaded before a program of ours: for it, a minute has passed whenever somebody asks it again.
const began = Date.now()
const clock = Date.now
Date.now = () => began + (clock() - began) * 1_000_000
