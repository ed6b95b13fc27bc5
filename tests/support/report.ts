import { existsSync } from 'node:fs'

interface FileReport {
  tests: number
  failures: number
  skipped: number
  seconds: number
}

/** What `bun test --reporter=junit` wrote about each file it got through, by path. */
export async function filesIn(report: string): Promise<Map<string, FileReport>> {
  const text = existsSync(report) ? await Bun.file(report).text() : ''
  // A file's own suite is indented once, a describe block inside it further.
  const suites = text.matchAll(
    /^ {2}<testsuite name="([^"]*)" .*tests="(\d+)" .*failures="(\d+)" .*skipped="(\d+)" .*time="([\d.]+)"/gm,
  )
  return new Map(
    [...suites].map(([, file = '', tests, failures, skipped, seconds]) => [
      file,
      { tests: Number(tests), failures: Number(failures), skipped: Number(skipped), seconds: Number(seconds) },
    ]),
  )
}
