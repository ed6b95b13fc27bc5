import type { AuditEntry } from '../../core/audit/audit.ts'
import { dim, print, printJson, table } from '../print.ts'
import { readPorts } from '../world.ts'

interface AuditOptions {
  since?: Date
  who?: string
  act?: string
  before?: number
  limit: number
  json?: boolean
}

export async function listAudit({ since, who, act, before, limit, json }: AuditOptions) {
  const found = await readPorts(({ audit }) => audit.list({ since, who, act, before, limit: limit + 1 }))
  const entries = found.slice(0, limit)
  // The id to continue from, if there is another page.
  const next = found.length > limit ? (entries.at(-1)?.id ?? null) : null
  if (json) return printJson({ entries, next })
  if (entries.length === 0) return print('No matching entries.')
  print(
    table<AuditEntry>(
      [
        { heading: 'id', of: ({ id }) => String(id), align: 'right' },
        { heading: 'when (UTC)', of: ({ at }) => at.slice(0, 19).replace('T', ' ') },
        { heading: 'who', of: ({ who }) => who },
        { heading: 'act', of: ({ act }) => act },
        { heading: 'on', of: ({ on }) => [on.kind, on.id, on.name].filter(part => part !== null).join(' ') },
        { heading: 'with', of: ({ details }) => inWords(details), spare: true },
      ],
      entries,
    ),
  )
  if (next !== null) print(dim(`Older ones: --before ${next}`))
}

const inWords = (details: AuditEntry['details']) =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
