import { expect, test } from 'bun:test'

const script = `
  import { progress } from './cli/progress.ts'
  const bar = progress('copying', 2000)
  for (let row = 0; row < 2000; row++) bar.advance()
  bar.done()
`

test('without a terminal, progress is an occasional line on standard error', async () => {
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' })
  expect(await new Response(child.stderr).text()).toBe('copying 100% (2,000 of 2,000)\n')
  expect(await new Response(child.stdout).text()).toBe('')
})

test('on a terminal, it is a bar that ends full', async () => {
  let out = ''
  const decoder = new TextDecoder()
  const child = Bun.spawn([process.execPath, '-e', script], {
    terminal: {
      cols: 80,
      rows: 24,
      data: (_, bytes) => {
        out += decoder.decode(bytes, { stream: true })
      },
    },
  })
  await child.exited
  child.terminal?.close()
  expect(out).toContain(`copying ${'█'.repeat(24)} 100% (2,000 of 2,000)`)
  expect(out.endsWith('\r\n')).toBe(true)
})
