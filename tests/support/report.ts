import { existsSync } from 'node:fs'

export interface FileReport {
  tests: number
  failures: number
  /** Names of tests. */
  failed: string[]
  /** Names of tests, which say what they need. */
  skipped: string[]
  seconds: number
}

/** What `bun test --reporter=junit` wrote about each completed file, by path. */
export async function filesIn(report: string): Promise<Map<string, FileReport>> {
  const text = existsSync(report) ? await Bun.file(report).text() : ''
  // A file's own suite is indented once, a describe block inside it further.
  const suites = text.matchAll(/^ {2}<testsuite name="([^"]*)" .*tests="(\d+)" .*failures="(\d+)" .*time="([\d.]+)"/gm)
  const ended = (how: 'skipped' | 'failure', file: string) =>
    [...text.matchAll(new RegExp(`<testcase name="([^"]*)".* file="([^"]*)".*>\\s*<${how}`, 'g'))]
      .filter(([, , of]) => of === file)
      .map(([, name = '']) => plain(name))
  return new Map(
    [...suites].map(([, file = '', tests, failures, seconds]) => [
      file,
      {
        tests: Number(tests),
        failures: Number(failures),
        failed: ended('failure', file),
        skipped: ended('skipped', file),
        seconds: Number(seconds),
      },
    ]),
  )
}

const entities: Record<string, string> = { '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const plain = (xml: string) => xml.replaceAll(/&\w+;/g, entity => entities[entity] ?? entity)
