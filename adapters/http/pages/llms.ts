import { chartInWords, chartOf } from '../../../core/grind/chart.ts'
import { brewMethods } from '../../../core/grind/methods.ts'
import { type Grinder, micronsAt } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { sourceOf } from '../../../core/grind/sources.ts'
import type { Ports } from '../../../core/ports.ts'
import { ownToolPurposes, toolPurposes } from '../../../core/tools.ts'
import { claudeDesktop } from './claude-desktop.ts'

type Source = Pick<Ports, 'grinders' | 'site'>

/** /llms.txt: an overview with links. */
export const shortText = ({ grinders, site: { baseUrl } }: Source) =>
  textReply(`# Dialin

> Grind settings for ${grinders.list().length} coffee grinders on one shared scale, computed from each grinder's curve. Free to use, no key.

- [Every chart as plain text](${baseUrl}/llms-full.txt): all grinders, the method bands, how to convert, how to cite
- [Convert a setting](${baseUrl}/api/v1/convert?from=comandante-c40-mk4&setting=24&to=1zpresso-k-ultra): JSON, with the range
- [One grinder's chart](${baseUrl}/api/widget/grinder/comandante-c40-mk4): JSON, espresso through cold brew
- [Slugs of all grinders](${baseUrl}/api/widget/grinders): JSON
- [Charts for people](${baseUrl}/grinders)
- [The whole API](${baseUrl}/openapi.json): OpenAPI
- [The API for people](${baseUrl}/docs), one page per group; [grind settings](${baseUrl}/docs/grind-settings)

## Tools for language models (MCP)

Over HTTP, without a key and read-only: ${baseUrl}/api/mcp (Streamable HTTP).

${purposesInLines(toolPurposes)}

Over HTTP, for your own coffee, after signing in (OAuth) or with an API token as Authorization: Bearer; nothing can be deleted: ${baseUrl}/api/mcp/me (Streamable HTTP).

${purposesInLines(ownToolPurposes)}

${claudeDesktop(baseUrl).how}

${claudeDesktop(baseUrl).what}
`)

const purposesInLines = (purposes: Record<string, string>) =>
  Object.entries(purposes)
    .map(([name, purpose]) => `- ${name}: ${purpose}`)
    .join('\n')

/** /llms-full.txt: everything. */
export const allChartsText = ({ grinders, site: { baseUrl } }: Source) =>
  textReply(`# Dialin grind settings

> Grind settings for ${grinders.list().length} coffee grinders on one shared scale, the grind index, computed from each grinder's curve.
> Free to use, no key. In short: ${baseUrl}/llms.txt

## The grind index

0 is espresso-fine (${micronsAt(0)} um), 40 is filter (${micronsAt(40)} um), 100 is the coarsest (${micronsAt(100)} um): microns = 200 + 12 x index.
It is a shared ruler, not a measurement: two grinders at the same index make a similar brew, but not identical grounds.

## Brew methods on the grind index (low, target, high)

${brewMethods
  .map(({ id, name, grindIndex: { low, target, high }, note }) =>
    note ? `- ${name} (${id}): ${target}. ${note}` : `- ${name} (${id}): ${low}, ${target}, ${high}`,
  )
  .join('\n')}

## How to convert a setting

- REST: GET ${baseUrl}/api/v1/convert?from=comandante-c40-mk4&setting=24&to=1zpresso-k-ultra
- MCP: ${baseUrl}/api/mcp (Streamable HTTP), tool convert_grind_setting with { from, setting, to }
- Shell: dialin convert comandante-c40-mk4 24 1zpresso-k-ultra
- By hand: read the index of the setting off the points of the one grinder, then the setting of that index off the
  points of the other. Between points the curve is a monotone cubic; a straight line is close. The range is the
  settings at index -u and +u, where u is the root of the sum of both uncertainties squared.

A setting may be a number or what the dial shows: 24, "24 clicks", "2.5.1" (turn.number.click), "9E".
Tell people the range beside the number, and say so where a dial does not reach.

## How to cite

"Comandante C40 MK4 grind settings", Dialin, ${baseUrl}/grinders/comandante-c40-mk4
Each grinder below names the sources that its curve was fitted to; for a maker's own figure, cite the maker.

## Grinders

${grinders
  .list()
  .map(grinder => grinderText(grinder, baseUrl))
  .join('\n\n')}
`)

function grinderText(grinder: Grinder, baseUrl: string) {
  const points = grinder.references.map(({ grindIndex, setting }) => `${grindIndex} = ${setting}`)
  return [
    `### ${fullName(grinder)}`,
    `Slug: ${grinder.slug}; page: ${baseUrl}/grinders/${grinder.slug}`,
    chartInWords(chartOf(grinder), grinder),
    `Points (index = setting): ${points.join(', ')}`,
    ...(grinder.notes ? [`Notes: ${grinder.notes}`] : []),
    `Sources: ${grinder.sources.map(sourceOf).map(inText).join('; ')}`,
  ].join('\n')
}

const inText = ({ title, url }: ReturnType<typeof sourceOf>) => (url === null ? title : `${title} (${url})`)

const textReply = (text: string) => new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
