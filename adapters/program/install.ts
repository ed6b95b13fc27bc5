import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { shippedFile } from './shipped.ts'

/**
 * The first half of `bun run start`: installs what bun.lock lists, and says how far it is where that takes more than a
 * moment. It runs before there are packages, so it imports none.
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

/** Packages for other systems are never downloaded; by their share, a tenth or so, the count stands for putting the rest in place. */
function tell() {
  const done = packages.filter(([, name]) => existsSync(join(cache(), `${name}@@@1`))).length
  console.error(`  Installing packages (first start only): ${Math.floor((100 * done) / packages.length)} % done`)
}

/** Where Bun keeps what it downloads. */
function cache() {
  const { BUN_INSTALL_CACHE_DIR, BUN_INSTALL, XDG_CACHE_HOME } = process.env
  if (BUN_INSTALL_CACHE_DIR) return BUN_INSTALL_CACHE_DIR
  return join(BUN_INSTALL ?? (XDG_CACHE_HOME ? join(XDG_CACHE_HOME, '.bun') : join(homedir(), '.bun')), 'install/cache')
}
