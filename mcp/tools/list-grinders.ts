import { nearestSlugs } from '../../core/grind/find.ts'
import { GrinderList, ListGrinders, listGrinders } from '../../core/grind/grinders.ts'
import { tool } from '../tool.ts'

export default tool({
  name: 'list_grinders',
  title: 'List coffee grinders',
  description: 'Every supported coffee grinder with its slug, or those that a search by brand or model finds.',
  input: ListGrinders,
  reply: GrinderList,
  run: listGrinders,
  inWords({ grinders: found, count }, { grinders }, { search = '' }) {
    if (count === 0)
      return `No grinder matches "${search}"; the nearest are ${nearestSlugs(grinders, search).join(', ')}.`
    const heading = count === 1 ? '1 grinder:' : `${count} grinders:`
    return [heading, ...found.map(({ slug, brand, name }) => `${slug} (${brand} ${name})`)].join('\n')
  },
})
