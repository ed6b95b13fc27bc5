import { readFileSync } from 'node:fs'

interface KindOfLine {
  level: string
  fields: string[]
}

/** What docs/logs.md says about each event. */
export const documentedLines: ReadonlyMap<string, KindOfLine> = new Map(
  [...readFileSync('docs/logs.md', 'utf8').matchAll(/^\| `([^`]+)` +\| (\w+) +\| (.*?) *\|.*\|$/gm)].map(
    ([, event = '', level = '', fields = '']) => [
      event,
      { level, fields: [...fields.matchAll(/`(\w+)`/g)].map(([, name = '']) => name) },
    ],
  ),
)

/** Fields that the docs do not mention. */
export function undocumentedIn(lines: readonly string[]): string[] {
  const odd = lines.flatMap(line => {
    const { time, level, event, ...fields } = JSON.parse(line)
    const kind = documentedLines.get(event)
    if (!kind) return [`docs/logs.md has no event "${event}"`]
    const strange = Object.keys(fields).filter(name => !kind.fields.includes(name))
    return [
      ...(time && level === kind.level ? [] : [`docs/logs.md has ${kind.level} for "${event}", it is ${level}`]),
      ...strange.map(name => `docs/logs.md has no ${name} for "${event}"`),
    ]
  })
  return [...new Set(odd)]
}
