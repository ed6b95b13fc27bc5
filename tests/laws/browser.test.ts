import { expect, test } from 'bun:test'
import { Glob } from 'bun'

// Playwright may drop a request or a response before it hands over the event that carries it, and the test fails by
// chance. `tests/support/entrance.ts` notes what was asked for, and holds or refuses it.
test('no test looks at requests and responses through Playwright', async () => {
  const listening = /on(ce)?\('(request|response)|waitFor(Request|Response|Event\('re[qs])|\b(page|context)\.route/
  for (const file of new Glob('tests/{http,widget,support}/**/*.ts').scanSync())
    expect([file, listening.exec(await Bun.file(file).text())?.[0]]).toEqual([file, undefined])
})
