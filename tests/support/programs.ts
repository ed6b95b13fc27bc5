import { existsSync } from 'node:fs'
import { browserProgram } from './browser.ts'
import { postgresPrograms } from './cluster.ts'
import { firefoxProgram } from './firefox.ts'
import type { Tier } from './jobs.ts'
import { proxyPrograms } from './proxies.ts'
import { displayProgram, webkitProgram } from './webkit.ts'

interface Needed {
  found: unknown
  tests: string
  /** The smallest tier that has such tests. */
  from: Tier
}

const pgbouncer = Bun.which('pgbouncer') ?? (existsSync('/usr/sbin/pgbouncer') ? '/usr/sbin/pgbouncer' : undefined)
const onPath = (program: string, tests: string): Needed => ({ found: Bun.which(program), tests, from: 'all' })

/**
 * Programs that tests start if the machine has them, by their Debian package. Without one, its
 * tests are skipped, and the run says so; in CI that is a failure, and .ci/run installs them all.
 */
export const neededPrograms = {
  postgresql: { found: postgresPrograms(), tests: 'the tests on a real PostgreSQL', from: 'fast' },
  pgbouncer: { found: pgbouncer, tests: 'the test behind a connection pooler', from: 'all' },
  nginx: { found: proxyPrograms.nginx, tests: 'the test behind nginx', from: 'all' },
  caddy: { found: proxyPrograms.caddy, tests: 'the test behind Caddy', from: 'all' },
  openssl: { ...onPath('openssl', 'the tests of certificates'), from: 'fast' },
  prometheus: {
    found: Bun.which('prometheus') && Bun.which('promtool'),
    tests: 'the tests that Prometheus reads our metrics',
    from: 'all',
  },
  systemd: onPath('systemd-analyze', 'the tests that systemd takes the unit and runs it'),
  strace: onPath('strace', 'the test that a backup is on the disk'),
  zsh: onPath('zsh', 'the test of completion in zsh'),
  fish: onPath('fish', 'the test of completion in fish'),
  'poppler-utils': { ...onPath('pdftoppm', 'the test that reads labels back from their PDF'), from: 'usual' },
  'chromium-headless-shell': { found: browserProgram, tests: 'the browser tests', from: 'usual' },
  'firefox-esr': { found: firefoxProgram, tests: 'the test of the widget in Firefox', from: 'usual' },
  'webkit2gtk-driver': { found: webkitProgram, tests: 'the test of the widget in WebKit', from: 'usual' },
  'fonts-noto-core': {
    found: existsSync('/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf'),
    tests: 'the widget in the typefaces of Arabic and Hebrew',
    from: 'usual',
  },
  xvfb: { found: displayProgram, tests: 'the test of the widget in WebKit', from: 'usual' },
} satisfies Record<string, Needed>
