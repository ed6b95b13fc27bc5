import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { shippedFile } from './shipped.ts'

/**
 * The first half of `bun run start`: installs what bun.lock lists, and shows progress if that takes
 * more than a moment. It runs before any package is installed, so it imports none.
 */
const packages = [...readFileSync(shippedFile('bun.lock'), 'utf8').matchAll(/^ {4}"[^"]+": \["([^"]+)"/gm)]
const install = Bun.spawn([process.execPath, 'install', '--frozen-lockfile', '--silent'], {
  cwd: shippedFile('.'),
  stdio: ['ignore', 'inherit', 'inherit'],
})
const timers = [setTimeout(tell, 500), setInterval(tell, 3_000)]
const code = await install.exited
timers.forEach(clearTimeout)
if (code !== 0) console.error('The packages could not be installed. To see why, run: bun install --frozen-lockfile')
process.exit(code)

/**
 * Counts downloaded packages. About a tenth are for other systems and never downloaded; the missing
 * share stands for the time it takes to put the others in place.
 */
function tell() {
  const done = packages.filter(([, name]) => existsSync(join(cache(), `${name}@@@1`))).length
  console.error(`  Installing packages (first start only): ${Math.floor((100 * done) / packages.length)}% done`)
}

/** Bun's download cache. */
function cache() {
  const { BUN_INSTALL_CACHE_DIR, BUN_INSTALL, XDG_CACHE_HOME } = process.env
  if (BUN_INSTALL_CACHE_DIR) return BUN_INSTALL_CACHE_DIR
  return join(BUN_INSTALL ?? (XDG_CACHE_HOME ? join(XDG_CACHE_HOME, '.bun') : join(homedir(), '.bun')), 'install/cache')
}
