import { expect, test } from 'bun:test'

/** The last output of the command in CONTRIBUTING, and its exit code. */
function runTests(...words: string[]) {
  const { stdout, exitCode } = Bun.spawnSync(['bun', 'tests/run.ts', ...words], { stderr: 'ignore' })
  return { exit: exitCode, lines: stdout.toString().trimEnd().split('\n') }
}

test('a name that matches no test file fails the run', () => {
  const said = 'No test file that can run here has "such-a-name" in its name.'
  expect(runTests('core/ratio', 'such-a-name')).toEqual({ exit: 2, lines: [said] })
})

test('an unknown flag is answered with the known ones', () => {
  const { exit, lines } = runTests('--fats')
  expect([exit, lines[0]]).toEqual([2, "bun run test [--fast | --all] [part of a file's name …]"])
})

test('a named file runs alone, and the run says what it left out', () => {
  const { exit, lines } = runTests('core/ratio')
  expect(exit).toBe(0)
  expect(lines.at(-2)).toBe('Left to a run without names: format, lint and types.')
  expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/)
})
