import { afterAll, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { bare } from './cli.ts'

/** Puts `dialin` on the PATH, as if installed. */
const folder = mkdtempSync(join(tmpdir(), 'dialin-shells-'))
await Bun.write(
  join(folder, 'dialin'),
  `#!/bin/sh\nexec "${process.execPath}" "${join(process.cwd(), 'cli/main.ts')}" "$@"\n`,
)
await Bun.$`chmod +x ${join(folder, 'dialin')}`
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The shells on this machine; tests/run.ts says which are missing. */
const shells = [
  { shell: 'bash', start: ['bash', '--norc', '-i'], load: 'source <(dialin completion bash)' },
  {
    shell: 'zsh',
    start: ['zsh', '-f', '-i'],
    load: 'autoload -U compinit; compinit -u -D; source <(dialin completion zsh)',
  },
  { shell: 'fish', start: ['fish', '--no-config', '-i'], load: 'dialin completion fish | source' },
].filter(({ shell }) => Bun.which(shell))

test.each(shells)('$shell completes a command, a subcommand and an option', async ({ start, load }) => {
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
  // The quotes distinguish what is typed from the output.
  type(`${load}; echo it is re""ady\r`)
  await eventually(() => out.includes('it is ready'))
  type('dialin grind\timp\t--hel\t\r')
  await eventually(() => out.includes('Usage: dialin grinders import'))
  child.kill('SIGKILL')
  await child.exited
  child.terminal?.close()
})
