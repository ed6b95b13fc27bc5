import { describe, expect, test } from 'bun:test'
import { dialin } from './cli.ts'

const offered = async (...words: string[]) => {
  const { out, err, exit } = await dialin(['complete', '--', ...words])
  expect([err, exit]).toEqual(['', 0])
  const [kind, ...lines] = out.trimEnd().split('\n')
  return kind === 'files' ? kind : lines.map(line => line.split('\t')[0] ?? '')
}

describe('completion offers', () => {
  test('commands and subcommands, but no hidden ones', async () => {
    const all = await offered('')
    expect(all).toContain('convert')
    expect(all).toContain('serve')
    expect(all).not.toContain('complete')
    expect(await offered('gr')).toEqual(['grinders'])
    expect(await offered('grinders', 'i')).toEqual(['import'])
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  test('the options of the command that have not been typed yet', async () => {
    expect(await offered('db', 'copy', '--')).toEqual(['--to', '--from', '--json', '--help'])
    expect(await offered('db', 'copy', '--json', '--to', 'folder', '--')).toEqual(['--from', '--help'])
  })

  test('grinders or files where one is expected, and otherwise nothing', async () => {
    expect(await offered('convert', 'comandante-c40-mk')).toEqual(['comandante-c40-mk3', 'comandante-c40-mk4'])
    expect(await offered('convert', 'encore', '12', 'niche-z')).toEqual(['niche-zero'])
    expect(await offered('convert', 'encore', '')).toEqual([])
    expect(await offered('convert', 'encore', '12', 'niche-zero', '')).toEqual([])
    expect(await offered('grinders', 'import', '')).toBe('files')
    expect(await offered('db', 'copy', '--to', '')).toBe('files')
    expect(await offered('users', 'list', '--limit', '')).toEqual([])
  })
})
