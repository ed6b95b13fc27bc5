/**
 * `DATABASE_URL=postgres://… bun bench/overhead.ts`: requests a second of the service and of bare Bun.serve with the
 * same SQL, side by side in alternating rounds, so that a busy machine slows both. Needs recipes: `dialin seed --demo`.
 */
const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 32

const service = await start(
  ['adapters/http/serve.ts'],
  { PORT: '0', LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' },
  /"url":"([^"]+)"/,
)
const bare = await start(['bench/bare.ts'], {}, /(http:\S+?)\/?\s/)

const questions: Record<string, () => string> = {
  'one recipe': () => `/api/recipes/${1 + Math.floor(Math.random() * 300)}`,
  'the newest twenty': () => '/api/browse/recipes',
}
for (const [name, path] of Object.entries(questions)) {
  const rates = { service: [] as number[], bare: [] as number[] }
  for (const { url } of [service, bare]) await load(url, path, 1)
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await load(bare.url, path, SECONDS))
    rates.service.push(await load(service.url, path, SECONDS))
  }
  const [ours, theirs] = [median(rates.service), median(rates.bare)]
  const slower = Math.round((1 - ours / theirs) * 100)
  console.log(`${name}: service ${Math.round(ours)}/s, bare ${Math.round(theirs)}/s, ${slower} % slower`)
}
service.child.kill()
bare.child.kill()

async function start(args: string[], env: Record<string, string>, address: RegExp) {
  const child = Bun.spawn(['bun', ...args], { env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'inherit' })
  const url = await new Promise<string>((found, failed) => {
    // Read on to the end: a log that nobody reads would stop its writer.
    const listen = async () => {
      let output = ''
      for await (const chunk of child.stdout) {
        if (output.length < 10_000) output += new TextDecoder().decode(chunk)
        const url = address.exec(output)?.[1]
        if (url) found(url)
      }
      failed(new Error(`It did not start: ${output}`))
    }
    void listen()
  })
  return { child, url }
}

/** Requests a second that so many connections get through. */
async function load(url: string, path: () => string, seconds: number) {
  const end = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        const response = await fetch(url + path())
        if (response.status >= 500) throw new Error(`${response.status} from ${url}`)
        await response.arrayBuffer()
        done++
      }
    }),
  )
  return done / seconds
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export {}
