import { shiftInWords, type Verdict, verdictOn } from '../../core/grind/feedback.ts'
import { fullName, type Grinder } from '../../core/grind/model.ts'
import { dim, say, sayJson, table } from '../print.ts'
import { withPorts } from '../world.ts'

interface Line {
  grinder: Grinder
  verdict: Verdict
}

export async function feedback({ all, json }: { all?: boolean; json?: boolean }) {
  const heard = await withPorts(async ({ grinders, grindFeedback }) => {
    const voices = await grindFeedback.voices()
    return grinders.list().flatMap((grinder): Line[] => {
      const said = voices.get(grinder.id)
      return said ? [{ grinder, verdict: verdictOn(grinder, said) }] : []
    })
  })
  const shown = heard
    .filter(({ verdict }) => all || verdict.disagrees)
    .sort((one, other) => other.verdict.voices - one.verdict.voices)
  if (json)
    return sayJson(
      shown.map(({ grinder: { slug, brand, model }, verdict }) => ({ slug, brand, name: model, ...verdict })),
    )
  if (shown.length === 0)
    return say(heard.length === 0 ? 'Nobody has said anything yet.' : 'Users and curves agree, as far as they tell.')
  say(
    table<Line>(
      [
        { heading: 'grinder', of: ({ grinder }) => fullName(grinder) },
        { heading: 'voices', of: ({ verdict }) => String(verdict.voices), align: 'right' },
        { heading: 'agree', of: ({ verdict }) => String(verdict.agree), align: 'right' },
        { heading: 'suggested', of: ({ grinder, verdict }) => shiftInWords(grinder, verdict.suggestedShift) },
        { heading: 'would agree', of: ({ verdict }) => String(verdict.agreeShifted), align: 'right' },
      ],
      shown,
    ),
  )
  const silent = heard.length - shown.length
  if (silent > 0) say(dim(`${silent} more with feedback, where users agree or are too few to tell: --all shows them.`))
}
