type Made = readonly { text: string }[]

const found = (migrations: Made, statement: RegExp) => migrations.flatMap(({ text }) => [...text.matchAll(statement)])
const named = (migrations: Made, statement: RegExp) => found(migrations, statement).map(([, name = '']) => name)

/**
 * Every table that migrations have created and not dropped, except partitions. Any other table is
 * not ours.
 */
export function ourTables(migrations: Made): string[] {
  const tables = new Set<string>()
  for (const [, act, name = ''] of found(migrations, /^(create|drop) (?:unlogged )?table (\w+)(?: \(|;)/gm))
    if (act === 'create') tables.add(name)
    else tables.delete(name)
  return [...tables]
}

export const ourViews = (migrations: Made) => named(migrations, /^create (?:or replace )?view (\w+) as/gm)

export const ourRoutines = (migrations: Made) =>
  named(migrations, /^create (?:or replace )?(?:function|procedure) (\w+)\(/gm)
