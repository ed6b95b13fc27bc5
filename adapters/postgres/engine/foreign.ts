import { Fault } from '../../../core/errors.ts'
import type { Transaction } from './client.ts'
import { appliedIn, type Migration, migrationsIn, readMigrations } from './migrate.ts'
import { ourRoutines, ourTables, ourViews } from './our-tables.ts'

/** Other programs have a list of migrations too, so the first one must be ours. */
export async function holdsOurs(sql: Transaction) {
  const done = await appliedIn(sql).catch(error => {
    if (error instanceof Fault) return []
    throw error
  })
  return done[0] !== undefined && done[0].name === readMigrations()[0]?.name
}

/** Refuses a database with tables or functions that are not ours. */
export async function refuseForeign(sql: Transaction) {
  const [other] = await sql<{ kind: string; name: string }[]>`
    select kind, name
    from (
      select 'tables' as kind, oid, relname as name
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      union all
      select 'functions', oid, proname
      from pg_proc
      where pronamespace = 'public'::regnamespace
    ) found
    where not exists (select from pg_depend where objid = found.oid and deptype = 'e')
    order by name = 'migrations', name
    limit 1`
  if (other)
    throw new Fault(
      'invalid',
      `The database holds ${other.kind} that are not Dialin's (such as ${other.name}); use a database of its own.`,
    )
}

/**
 * Throws a Fault that names what others have built on our tables and functions, because it would be
 * dropped with them: views, their functions and defaults, keys and columns of their tables, and
 * triggers, rules, policies and publications on our tables.
 */
export async function refuseDependents(sql: Transaction) {
  const own = ownAmong(sql, await migrationsIn(sql))
  const found = await sql<{ what: string }[]>`
    with ${own}, needed as (
      select 'pg_class'::regclass as kind, oid from own_tables
      union all
      select 'pg_type'::regclass, pg_type.oid from pg_type join own_tables on own_tables.oid = typrelid
      union all
      select 'pg_type'::regclass, typarray from pg_type join own_tables on own_tables.oid = typrelid
      union all
      select 'pg_proc'::regclass, oid from own_routines
    )
    select distinct case when view.oid is null
                         then pg_describe_object(classid, objid, objsubid)
                         else pg_describe_object('pg_class'::regclass, view.oid, 0) end as what
    from pg_depend
    join needed on needed.kind = refclassid and needed.oid = refobjid
    left join pg_rewrite rule on classid = 'pg_rewrite'::regclass and rule.oid = objid
    left join pg_class view on view.oid = rule.ev_class and view.relkind in ('v', 'm')
    left join pg_trigger trigger on classid = 'pg_trigger'::regclass and trigger.oid = objid
    left join pg_constraint rows on classid = 'pg_constraint'::regclass and rows.oid = objid
    left join pg_attrdef preset on classid = 'pg_attrdef'::regclass and preset.oid = objid
    left join pg_index index on classid = 'pg_class'::regclass and index.indexrelid = objid
    where case classid
            when 'pg_rewrite'::regclass then view.oid is null or view.oid not in (select oid from own_tables)
            when 'pg_trigger'::regclass
              then not tgisinternal
               and (tgrelid not in (select oid from own_tables) or tgfoid not in (select oid from own_routines))
            when 'pg_constraint'::regclass then conrelid not in (select oid from own_tables)
            when 'pg_attrdef'::regclass then adrelid not in (select oid from own_tables)
            when 'pg_class'::regclass
              then deptype <> 'i' and coalesce(index.indrelid, objid) not in (select oid from own_tables)
            when 'pg_type'::regclass then deptype <> 'i'
            when 'pg_proc'::regclass then objid not in (select oid from own_routines)
            when 'pg_statistic_ext'::regclass then false
            else true
          end
    order by what`
  const [first, ...others] = found
  if (first)
    throw new Fault(
      'invalid',
      `The restore would also delete what depends on Dialin's tables but is not Dialin's: ${first.what}${others.length > 0 ? ` and ${others.length} more` : ''}; drop that first and create it again afterwards, or restore into another database.`,
    )
}

/** Drops our tables and functions, with whatever depends on them. */
export async function dropOurs(sql: Transaction) {
  const own = ownAmong(sql, await migrationsIn(sql))
  const statements = await sql<{ text: string }[]>`
    with ${own}
    select format('drop table if exists %s cascade', own_tables.oid::regclass) as text
    from own_tables
    join pg_class using (oid)
    where relkind in ('r', 'p')
    union all
    select format('drop routine if exists %s cascade', oid::regprocedure)
    from own_routines`
  for (const { text } of statements) await sql.unsafe(text)
}

/**
 * Our tables and views with their partitions, and our functions. If several functions share a name,
 * with different arguments, ours are those whose bodies are in a migration. A function that is
 * alone is ours whatever its body is, because a migration may have changed it in place.
 */
const ownAmong = (sql: Transaction, migrations: Migration[]) => sql`
    own_tables as (
      select named.oid
      from pg_class named
      where relnamespace = 'public'::regnamespace
        and (
          relkind in ('r', 'p') and relname = any(${[...ourTables(migrations), 'migrations']})
          or relkind = 'v' and relname = any(${ourViews(migrations)})
          or relispartition and exists (
            select
            from pg_inherits
            join pg_class whole on whole.oid = inhparent
            where inhrelid = named.oid
              and whole.relnamespace = 'public'::regnamespace
              and whole.relname = any(${ourTables(migrations)})
          )
        )
    ), routines as (
      select oid, proname, strpos(${migrations.map(({ text }) => text).join('\n')}, prosrc) > 0 as is_written
      from pg_proc
      where pronamespace = 'public'::regnamespace
        and proname = any(${ourRoutines(migrations)})
    ), own_routines as (
      select oid
      from routines
      where is_written
         or not exists (select from routines other where other.proname = routines.proname and other.is_written)
    )`
