import * as v from 'valibot'
import { nearestSlugs } from '../../core/grind/find.ts'
import { GrinderList, ListGrinders, listGrinders } from '../../core/grind/grinders.ts'
import { tool } from '../tool.ts'

/** So many grinders are sent unless another limit is asked for: all of them are 22 kB. */
const USUAL = 20

export default tool({
  name: 'list_grinders',
  title: 'List coffee grinders',
  description:
    'Use it to see which grinders are known, or when a name was not understood. Gives slug, brand and name of those ' +
    `that match, at most \`limit\` (${USUAL}), and how many there are in all. The other tools take names as people say ` +
    'them ("k ultra"): there is no need to look up a slug first.',
  example: { search: 'comandante', limit: 5 },
  input: v.object({ ...ListGrinders.entries, limit: v.optional(ListGrinders.entries.limit.wrapped, USUAL) }),
  reply: GrinderList,
  run: listGrinders,
  inWords({ grinders: found, count }, { grinders }, { search = '' }) {
    if (count === 0) return `No grinder matches "${search}". Closest: ${nearestSlugs(grinders, search).join(', ')}.`
    const heading = count === 1 ? '1 grinder:' : `${count} grinders:`
    const rest = count - found.length
    return [
      heading,
      ...found.map(({ slug, brand, name }) => `${slug} (${brand} ${name})`),
      ...(rest > 0 ? [`and ${rest} more; search by brand or model, or raise limit.`] : []),
    ].join('\n')
  },
})
