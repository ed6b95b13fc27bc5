/** One question, in the form for every interface. */
interface Question {
  rest: string
  tool: { name: string; arguments: Record<string, unknown> }
  cli: string[]
}

/** Only the web API returns a page's URL, and what the widget draws: curves, and the ends of dials. */
export function sharedByAll({ url: _url, dial: _dial, ...answer }: Record<string, unknown>) {
  const grinders = answer.grinders as Record<string, unknown>[] | undefined
  if (!grinders) return answer
  return { ...answer, grinders: grinders.map(({ slug, brand, name }) => ({ slug, brand, name })) }
}

const conversion = (from: string, setting: string, to: string): Question => ({
  rest: `/api/v1/convert?${new URLSearchParams({ from, setting, to })}`,
  tool: { name: 'convert_grind_setting', arguments: { from, setting, to } },
  cli: ['convert', from, setting, to, '--json'],
})

const chart = (grinder: string): Question => ({
  rest: `/api/widget/grinder/${grinder}`,
  tool: { name: 'get_grinder_chart', arguments: { grinder } },
  cli: ['chart', grinder, '--json'],
})

export const doorQuestions: Record<string, Question> = {
  'a conversion': conversion('comandante-c40-mk4', '24', '1zpresso-k-ultra'),
  'a conversion in the notation of the device': conversion('1zpresso-jx', '2.5.1', 'fellow-ode-gen-2'),
  'a conversion beyond the other dial': conversion('comandante-c40-mk4', '38 clicks', '1zpresso-k-ultra'),
  'a conversion to a dial where higher is finer': conversion('niche-zero', '30', 'kitchenaid-5kcg8433'),
  'a chart': chart('baratza-forte-ap'),
  'a chart of a stepless dial': chart('niche-duo'),
  'a conversion by names': conversion('C40 MK4', '24', 'k ultra'),
  'a chart by a name': chart('k-ultra'),
  'the list of grinders': {
    rest: '/api/widget/grinders',
    tool: { name: 'list_grinders', arguments: { limit: 1000 } },
    cli: ['grinders', 'list', '--json'],
  },
}

/** Mistakes that every interface refuses with the same sentence. */
export const doorMistakes: [string, Question][] = [
  ['a wrong slug', conversion('comandante-c-40-mk4x', '24', '1zpresso-k-ultra')],
  ['a setting off the dial', conversion('comandante-c40-mk4', '92', '1zpresso-k-ultra')],
  ['NaN', conversion('comandante-c40-mk4', 'NaN', '1zpresso-k-ultra')],
  ['a blank setting', conversion('comandante-c40-mk4', ' ', '1zpresso-k-ultra')],
  ['a wrong slug for a chart', chart('comandante-c-40-mk4x')],
]
