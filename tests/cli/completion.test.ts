import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { bare, dialin } from './cli.ts'

const offered = async (...words: string[]) => {
  const { out, err, exit } = await dialin(['complete', '--', ...words])
  expect([err, exit]).toEqual(['', 0])
  const [kind, ...lines] = out.trimEnd().split('\n')
  return kind === 'files' ? kind : lines.map(line => line.split('\t')[0] ?? '')
}

describe('completion offers', () => {
  test('commands and their own, and nothing that is hidden', async () => {
    const all = await offered('')
    expect(all).toContain('convert')
    expect(all).toContain('serve')
    expect(all).not.toContain('complete')
    expect(await offered('gr')).toEqual(['grinders'])
    expect(await offered('grinders', 'i')).toEqual(['import'])
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  test('the options of the command that are not there yet', async () => {
    expect(await offered('db', 'copy', '--')).toEqual(['--to', '--from', '--json', '--help'])
    expect(await offered('db', 'copy', '--json', '--to', 'folder', '--')).toEqual(['--from', '--help'])
  })

  test('grinders where one is named, files where one is, and nothing where nobody knows', async () => {
    expect(await offered('convert', 'comandante-c40-mk')).toEqual(['comandante-c40-mk3', 'comandante-c40-mk4'])
    expect(await offered('convert', 'encore', '12', 'niche-z')).toEqual(['niche-zero'])
    expect(await offered('convert', 'encore', '')).toEqual([])
    expect(await offered('convert', 'encore', '12', 'niche-zero', '')).toEqual([])
    expect(await offered('grinders', 'import', '')).toBe('files')
    expect(await offered('db', 'copy', '--to', '')).toBe('files')
    expect(await offered('users', 'list', '--limit', '')).toEqual([])
  })
})

/** `dialin` on the PATH, as an installed one is. */
const folder = mkdtempSync(join(tmpdir(), 'dialin-shells-'))
await Bun.write(
  join(folder, 'dialin'),
  `#!/bin/sh\nexec "${process.execPath}" "${join(process.cwd(), 'cli/main.ts')}" "$@"\n`,
)
await Bun.$`chmod +x ${join(folder, 'dialin')}`
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Those that are here; tests/run.ts says which are not. */
const shells = [
  { shell: 'bash', start: ['bash', '--norc', '-i'], load: 'source <(dialin completion bash)' },
  {
    shell: 'zsh',
    start: ['zsh', '-f', '-i'],
    load: 'autoload -U compinit; compinit -u -D; source <(dialin completion zsh)',
  },
  { shell: 'fish', start: ['fish', '--no-config', '-i'], load: 'dialin completion fish | source' },
].filter(({ shell }) => Bun.which(shell))

test.each(shells)('$shell completes what is typed: a command, a command of it, an option', async ({ start, load }) => {
  let out = ''
  const decoder = new TextDecoder()
  const child = Bun.spawn(start, {
    env: { ...bare, PATH: `${folder}:${bare.PATH}`, HOME: folder, TERM: 'xterm' },
    terminal: {
      cols: 120,
      rows: 40,
      data: (_, bytes) => {
        out += decoder.decode(bytes, { stream: true })
      },
    },
  })
  const type = (text: string) => child.terminal?.write(text)
  // The quotes keep what is typed apart from what is answered.
  type(`${load}; echo it is re""ady\r`)
  await eventually(() => out.includes('it is ready'))
  type('dialin grind\timp\t--hel\t\r')
  await eventually(() => out.includes('Usage: dialin grinders import'))
  child.kill('SIGKILL')
  await child.exited
  child.terminal?.close()
})
