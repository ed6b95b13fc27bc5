import { type NamedUser, presentPerson } from '../../../core/accounts/model.ts'
import type { Secrets } from '../../../core/accounts/secrets.ts'
import { HOUR_MS } from '../../../core/dates.ts'
import { fullName, type NamedMachine } from '../../../core/grind/name.ts'
import { recipeName } from '../../../core/recipes/model.ts'
import {
  type ReportedOften,
  type ReportedThing,
  type ReportRead,
  VISITOR_REPORTS_AN_HOUR,
} from '../../../core/reports/model.ts'
import { type NewReport, type Reports, reportedPath } from '../../../core/reports/reports.ts'
import type { Site } from '../../../core/site.ts'
import { limitKey } from '../../limits/limits.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { hitThisHour, isAllowed } from '../events/limits.ts'
import { mayMail, queueMail } from '../events/outbox.ts'
import { fullNameColumns, nameColumns } from '../queries/columns.ts'
import { nested, nestedOne, part } from '../queries/nested.ts'

const HOURLY = 'hourly report'
/** How many things one digest names; the others are only counted. */
const MOST_THINGS_IN_DIGEST = 20

export function reportsIn(
  sql: Sql,
  secrets: Pick<Secrets, 'keyedHash'>,
  supportEmail: string,
  site: Pick<Site, 'paths'>,
): Reports {
  const things = thingColumns(sql)

  return {
    thing: async ({ kind, id }) => {
      const row = await nestedOne<ThingRow>(sql`
        select ${things.columns}
        from (values (${kind}::text, ${id}::int)) as reported(kind, thing_id)
        ${things.joins}`)
      if (!row) throw new Error('A row of values is always there.')
      return thingOf(row)
    },

    add: report =>
      transact(sql, async sql => {
        const { thing, by, reason, sentence, now } = report
        const { kind, id } = thing
        // Reports of one thing take turns, so that exactly one of them is the first.
        await sql`select pg_advisory_xact_lock(hashtext('report ' || ${kind}::text), ${id}::int)`
        const address = 'address' in by ? limitKey(by.address) : undefined
        const userId = 'address' in by ? null : by.id
        const visitor = address === undefined ? null : secrets.keyedHash(`report of ${kind} ${id} by ${address}`)
        const [known] = await sql`
          select
          from reports
          where kind = ${kind}
            and thing_id = ${id}
            and (user_id = ${userId} or visitor = ${visitor})`
        if (known) return 'known'
        const mayReport = (address: string) =>
          isAllowed(sql, hitThisHour(sql, HOURLY, secrets.keyedHash(address), VISITOR_REPORTS_AN_HOUR, now))
        if (address !== undefined && !(await mayReport(address))) return 'too-many'
        const [others] = await sql`
          select
          from reports
          where kind = ${kind}
            and thing_id = ${id}
            and closed_at is null
          limit 1`
        const added = await sql`
          insert into reports (kind, thing_id, user_id, visitor, reason, sentence, created_at)
          values (${kind}, ${id}, ${userId}, ${visitor}, ${reason}, ${sentence || null}, ${now})
          on conflict do nothing`
        if (added.count === 0) return 'known'
        const isTold = !others && (await mayMail(sql, { recipient: supportEmail, template: 'new-report' }, now))
        const path = reportedPath(thing, site) ?? '/'
        if (isTold)
          await queueMail(sql, { recipient: supportEmail, template: 'new-report', props: newsOf(report, path) }, now)
        else await addToDigest(sql, supportEmail, path, now)
        return 'added'
      }),

    mayAdd: async (address, now) => {
      const [row] = await sql<{ sent: number }[]>`
        select count(*)::int as sent
        from rate_limits, unnest(hits) as hit
        where route = ${HOURLY}
          and address = ${secrets.keyedHash(limitKey(address))}
          and hit > ${now}::timestamptz - interval '1 hour'`
      return (row?.sent ?? 0) < VISITOR_REPORTS_AN_HOUR
    },

    list: async ({ all, limit, offset }) => {
      const rows = await nested<ThingRow & Omit<ReportedOften, keyof ReportedThing>>(sql`
        select ${things.columns},
               reported.open, reported.closed, reported.reasons, reported.first_at, reported.last_at
        from (
          select kind, thing_id,
                 sum(open)::int as open,
                 sum(closed)::int as closed,
                 jsonb_object_agg(reason, open + closed) as reasons,
                 min(first_at) as first_at,
                 max(last_at) as last_at
          from (
            select kind, thing_id, reason,
                   (count(*) filter (where closed_at is null))::int as open,
                   count(closed_at)::int as closed,
                   min(created_at) as first_at,
                   max(created_at) as last_at
            from reports
            ${all ? sql`` : sql`where closed_at is null`}
            group by kind, thing_id, reason
          ) by_reason
          group by kind, thing_id
        ) reported
        ${things.joins}
        where ${all ? sql`true` : things.isPublic}
        order by (reported.open > 0 and ${things.isPublic}) desc, reported.last_at desc, reported.kind, reported.thing_id
        limit ${limit}
        offset ${offset}`)
      return rows.map(({ open, closed, reasons, firstAt, lastAt, ...row }) => ({
        ...thingOf(row),
        ...{ open, closed, reasons, firstAt, lastAt },
      }))
    },

    of: async ({ kind, id }, limit) => {
      const rows = await nested<Omit<ReportRead, 'reporter'> & { reporter: NamedUser | null }>(sql`
        select reports.id, reports.reason, reports.sentence, reports.created_at, reports.closed_at, reports.note,
               reports.visitor is not null as by_visitor,
               ${part(sql, 'users', 'reporter', nameColumns)}
        from reports
        left join users on users.id = reports.user_id
        where reports.kind = ${kind}
          and reports.thing_id = ${id}
        order by reports.id desc
        limit ${limit}`)
      return rows.map(row => ({ ...row, reporter: row.reporter && presentPerson(row.reporter) }))
    },

    close: async ({ kind, id }, note, now) => {
      const closed = await sql`
        update reports
        set closed_at = ${now},
            note = ${note}
        where kind = ${kind}
          and thing_id = ${id}
          and closed_at is null`
      return closed.count
    },
  }
}

type ThingRow = Omit<ReportedThing, 'recipeName' | 'author'> & {
  coffeeName: string | null
  machine: NamedMachine | null
  author: (NamedUser & { email: string }) | null
}

const thingOf = ({ coffeeName, machine, author, ...thing }: ThingRow): ReportedThing => ({
  ...thing,
  recipeName: coffeeName === null || machine === null ? thing.technique : recipeName(coffeeName, fullName(machine)),
  author: author && { ...presentPerson(author), email: author.email },
})

/** For rows with `reported.kind` and `reported.thing_id`: what the reported thing is now. */
function thingColumns(sql: Sql) {
  const isPublic = sql`(comments.technique is not null or (recipes.id is not null and recipes.hidden_at is null))`
  return {
    columns: sql`
    reported.kind,
    reported.thing_id as id,
    case
      when ${isPublic} then 'public'
      when recipes.id is null then 'gone'
      else 'hidden'
    end as state,
    recipes.id as recipe_id,
    comments.technique,
    coffees.name as coffee_name,
    ${part(sql, 'machines', 'machine', fullNameColumns)},
    case reported.kind when 'comment' then comments.body else recipes.notes end as text,
    ${part(sql, 'users', 'author', [...nameColumns, 'email'])},
    case when reported.kind = 'recipe' and recipes.roaster_recipe_id is not null then roasters.name end as roaster_name`,
    joins: sql`
    left join comments on reported.kind = 'comment' and comments.id = reported.thing_id
    left join recipes on recipes.id = case reported.kind when 'comment' then comments.recipe_id else reported.thing_id end
    left join coffees on coffees.id = recipes.coffee_profile_id
    left join machines on machines.id = recipes.machine_id
    left join roasters on roasters.id = recipes.roaster_id
    left join users on users.id = case reported.kind when 'comment' then comments.user_id else recipes.created_by end`,
    isPublic,
  }
}

function newsOf({ thing, by, reason, sentence }: NewReport, path: string) {
  const { kind, id, recipeName, author, roasterName, text } = thing
  return {
    ...{ kind, id, path, recipeName: recipeName ?? '', text, reason, sentence: sentence || null },
    author: author?.displayName ?? roasterName ?? 'a deleted account',
    isSignedIn: !('address' in by),
  }
}

/**
 * Adds the report to the digest that is waiting to be sent, or begins one; a unique index decides
 * which. The digest is dated to when it is due, so that nobody who watches the outbox mistakes it
 * for a mail that cannot be sent.
 */
async function addToDigest(sql: Transaction, recipient: string, path: string, now: Date) {
  const dueAt = new Date(now.getTime() + HOUR_MS)
  const props = { reports: 1, since: now.toISOString(), things: { [path]: 1 } }
  await sql`
    insert into outbox (id, recipient, template, props, next_attempt_at, created_at)
    values (
      gen_random_uuid(), ${recipient}, 'report-digest', ${sql.json(props)}, ${dueAt}, ${dueAt}
    )
    on conflict (recipient) where template = 'report-digest' and attempts = 0 do update
    set props = outbox.props || jsonb_build_object(
      'reports', (outbox.props ->> 'reports')::int + 1,
      'things', case
        when outbox.props -> 'things' ? ${path}
          or (select count(*) from jsonb_object_keys(outbox.props -> 'things')) < ${MOST_THINGS_IN_DIGEST}
        then (outbox.props -> 'things')
          || jsonb_build_object(${path}::text, coalesce((outbox.props -> 'things' ->> ${path})::int, 0) + 1)
        else outbox.props -> 'things'
      end
    )`
}
