import fc from 'fast-check'

// Properties are tested with the same examples every time, so that a run fails because of a change
// and never at random. `SEED=… bun test tests/core` tries others.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_115) })
