import { expect, test } from 'bun:test'
import { Glob } from 'bun'

// Playwright may drop a request or response before it emits the event, so that the test fails at
// random. `tests/support/entrance.ts` records requests, and delays or refuses them.
test('no test looks at requests and responses through Playwright', async () => {
  const listening = /on(ce)?\('(request|response)|waitFor(Request|Response|Event\('re[qs])|\b(page|context)\.route/
  for (const file of new Glob('tests/{http,widget,support}/**/*.ts').scanSync())
    expect([file, listening.exec(await Bun.file(file).text())?.[0]]).toEqual([file, undefined])
})
