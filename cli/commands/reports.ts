import * as v from 'valibot'
import { Fault, faultOf } from '../../core/errors.ts'
import * as field from '../../core/fields.ts'
import { deletedComment } from '../../core/recipes/comments.ts'
import {
  LONGEST_SENTENCE,
  type ReportedKind,
  type ReportedOften,
  type ReportedThing,
  type ReportReason,
  reasonsInWords,
} from '../../core/reports/model.ts'
import * as core from '../../core/reports/reports.ts'
import type { Site } from '../../core/site.ts'
import { bold, dim, inOneLine, paragraph, print, printJson, table } from '../print.ts'
import { adminAct, readPorts } from '../world.ts'

/** The most reports shown for one thing. */
const MOST_READ = 500

export async function listReports({
  all = false,
  limit,
  page,
  json,
}: {
  all?: boolean
  limit: number
  page: number
  json?: boolean
}) {
  const { things, site } = await readPorts(async ({ reports, site }) => ({
    things: await reports.list({ all, limit, offset: (page - 1) * limit }),
    site,
  }))
  if (json) return printJson(things.map(thing => ({ ...thing, url: urlOf(thing, site) })))
  if (things.length === 0)
    return print(
      page > 1 ? `There is no page ${page}.` : all ? 'Nobody has reported anything.' : 'There are no open reports.',
    )
  print(
    table<ReportedOften>(
      [
        { heading: 'reported', of: ({ kind, id }) => `${kind} ${id}` },
        { heading: 'how often', of: ({ open, closed }) => String(open + closed), align: 'right' },
        { heading: 'why', of: ({ reasons }) => inWords(reasons) },
        { heading: 'by', of: thing => (thing.state === 'gone' ? '' : writerOf(thing)) },
        { heading: 'what', of: ({ text, recipeName }) => text ?? recipeName ?? '' },
        { heading: 'last', of: ({ lastAt }) => lastAt.slice(0, 10), spare: true },
        ...(all ? [{ heading: 'state', of: stateOf }] : []),
        { heading: 'link', of: thing => urlOf(thing, site) ?? '', spare: true },
      ],
      things,
    ),
  )
  if (things.length === limit) print(dim(`Showing ${limit}; --page ${page + 1} shows more.`))
  print(dim('dialin reports show <kind> <id> shows what people wrote; close closes the reports.'))
}

export async function showReports(kind: ReportedKind, id: number, { json }: { json?: boolean }) {
  const { thing, reports, site } = await readPorts(async ({ reports, site }) => ({
    thing: await reports.thing({ kind, id }),
    reports: await reports.of({ kind, id }, MOST_READ),
    site,
  }))
  if (reports.length === 0) throw new Fault('not-found', `Nobody has reported ${kind} ${id}.`)
  const url = urlOf(thing, site)
  if (json) return printJson({ ...thing, url, reports })
  print(bold(`${kind} ${id}, ${thing.state}`))
  if (url !== null) print(url)
  if (thing.recipeName !== null) print(`${kind === 'comment' ? 'on ' : ''}${inOneLine(thing.recipeName)}`)
  if (thing.state !== 'gone') print(`by ${inOneLine(writerOf(thing))}`)
  if (thing.text !== null) print(`\n${asQuote(thing.text)}`)
  for (const { reason, sentence, createdAt, byVisitor, reporter, closedAt, note } of reports) {
    const somebody = byVisitor ? 'a visitor' : 'a deleted account'
    const from = reporter ? `${inOneLine(reporter.displayName)} (${reporter.id})` : somebody
    const closed = closedAt === null ? '' : `, closed ${closedAt.slice(0, 10)}`
    print(
      `\n${bold(reasonsInWords[reason])}  ${dim(`${createdAt.slice(0, 16).replace('T', ' ')}, from ${from}${closed}`)}`,
    )
    if (sentence !== null) print(asQuote(sentence))
    if (note !== null) print(`note: ${inOneLine(note)}`)
  }
  if (reports.length === MOST_READ) print(dim(`\nThe newest ${MOST_READ}.`))
}

const Note = v.object({ note: v.optional(field.text(1, LONGEST_SENTENCE)) })

export async function closeReports(kind: ReportedKind, id: number, given: { hide?: boolean; note?: string }) {
  const { hide = false } = given
  const typed = v.safeParse(Note, { note: given.note })
  if (!typed.success) throw faultOf(typed.issues[0])
  const { note = null } = typed.output
  const { closed } = await adminAct('reports close', async ports => {
    const done = await core.closeReports({ kind, id, note, hide }, ports)
    const whose = done.removed && deletedComment(done.removed)
    return { done, on: { kind, id }, details: { reports: done.closed, hide, ...whose } }
  })
  const settled = closed === 1 ? 'One report' : `${closed} reports`
  const done = !hide ? '' : kind === 'recipe' ? ' The recipe is hidden.' : ' The comment is deleted.'
  print(`${settled} of ${kind} ${id} closed.${done}`)
}

const urlOf = (thing: ReportedThing, site: Site) => {
  const path = core.reportedPath(thing, site)
  return path === null ? null : `${site.baseUrl}${path}`
}

const writerOf = ({ author, roasterName }: ReportedThing) =>
  author ? `${author.displayName} <${author.email}>` : (roasterName ?? 'a deleted account')

const stateOf = ({ state, open }: ReportedOften) => (state !== 'public' ? state : open > 0 ? 'open' : 'closed')

/** For example "2 spam, rude". */
const inWords = (reasons: ReportedOften['reasons']) =>
  (Object.entries(reasons) as [ReportReason, number][])
    .map(([reason, count]) => (count === 1 ? reason : `${count} ${reason}`))
    .join(', ')

/** What people wrote, with a mark before each line, so that it cannot pass for our own output. */
const asQuote = (text: string) =>
  text
    .split('\n')
    .map(line => `> ${paragraph(inOneLine(line)).replaceAll('\n', '\n> ')}`)
    .join('\n')
