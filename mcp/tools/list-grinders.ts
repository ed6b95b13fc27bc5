import { nearestSlugs } from '../../core/grind/find.ts'
import { GrinderList, ListGrinders, listGrinders } from '../../core/grind/grinders.ts'
import { tool } from '../tool.ts'

export default tool({
  name: 'list_grinders',
  title: 'List coffee grinders',
  description:
    'Use this to see which grinders we know, or when a name wasn’t understood. Returns slug, brand and name of every ' +
    'grinder, or of those that match `search`, at most `limit`, and how many there are. The other tools take names as ' +
    'people say them ("k ultra"): there is no need to look up a slug first.',
  example: { search: 'comandante', limit: 5 },
  input: ListGrinders,
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
