import fc from 'fast-check'

// Properties are tried on the same examples every time, so that a run fails because of a change and never by chance.
// `SEED=… bun test tests/core` looks for more.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_115) })
