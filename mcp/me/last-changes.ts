import { LRUCache } from 'lru-cache'
import type { Person } from '../../core/accounts/model.ts'
import type { Clock } from '../../core/clock.ts'

export interface ToolReply {
  reply: Record<string, unknown>
  text: string
}

/** Each person's last call that changed something, and its answer. */
export type LastChanges = LRUCache<number, { call: string; at: number; answer: Promise<ToolReply> }>

const REPEATED_WITHIN_MS = 5 * 60_000
const MOST_PEOPLE = 10_000

export const rememberChanges = (): LastChanges => new LRUCache({ max: MOST_PEOPLE })

/**
 * An assistant that got no answer sends the same call again, perhaps while the first is still being
 * answered. It gets the first answer, unless something else was changed in between.
 */
export async function changedOnce(
  { lastChanges, who, clock }: { lastChanges: LastChanges; who: Person; clock: Clock },
  call: string,
  change: () => Promise<ToolReply>,
): Promise<ToolReply> {
  const now = clock().getTime()
  const before = lastChanges.get(who.id)
  if (before?.call === call && now - before.at < REPEATED_WITHIN_MS) {
    const { reply, text } = await before.answer
    if (!('isNew' in reply)) return { reply, text }
    const hint = 'Nothing was added: the same call was sent a moment ago. If this is one more, send again: true.'
    return { reply: { ...reply, isNew: false }, text: `${hint}\n${text}` }
  }
  const answer = change()
  lastChanges.set(who.id, { call, at: now, answer })
  answer.catch(() => {
    if (lastChanges.get(who.id)?.answer === answer) lastChanges.delete(who.id)
  })
  return answer
}
