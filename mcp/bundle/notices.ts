import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const PACKAGE = /.*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//

/** The licences of all that is built in by others: of each package, and of what it has built into itself. */
export async function noticesFor(files: readonly string[]): Promise<string> {
  const names = new Set<string>()
  for (const file of files.filter(file => PACKAGE.test(file))) {
    const regions = (await readFile(file, 'utf8')).match(/^\/\/#region .*$/gm) ?? []
    for (const place of [file, ...regions]) names.add(PACKAGE.exec(place)?.[1] ?? '')
  }
  names.delete('')
  const notices = await Promise.all([...names].sort().map(noticeOf))
  return ['Dialin is under the licence in LICENSE. Built into it, under their own:', ...notices].join('\n\n')
}

async function noticeOf(name: string) {
  const folder = dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir))
  const file = (await readdir(folder)).find(file => /^licen[cs]e/i.test(file))
  if (!file) throw new Error(`${name} comes without its licence.`)
  return `${'-'.repeat(72)}\n${name}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`
}
