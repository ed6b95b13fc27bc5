import { type Verdict, verdictOn } from '../../core/equipment/grind-feedback.ts'
import type { Grinder } from '../../core/grind/model.ts'
import { fullName } from '../../core/grind/name.ts'
import { shiftInWords } from '../../core/grind/shift.ts'
import { dim, print, printJson, table } from '../print.ts'
import { readPorts } from '../world.ts'

interface Line {
  grinder: Grinder
  verdict: Verdict
}

export async function feedback({ all, json }: { all?: boolean; json?: boolean }) {
  const results = await readPorts(async ({ grinders, grindFeedback }) => {
    const voices = await grindFeedback.voices()
    return grinders.list().flatMap((grinder): Line[] => {
      const ofGrinder = voices.get(grinder.id)
      return ofGrinder ? [{ grinder, verdict: verdictOn(grinder, ofGrinder) }] : []
    })
  })
  const shown = results
    .filter(({ verdict }) => all || verdict.disagrees)
    .sort((one, other) => other.verdict.voices - one.verdict.voices)
  if (json)
    return printJson(
      shown.map(({ grinder: { slug, brand, model }, verdict }) => ({ slug, brand, name: model, ...verdict })),
    )
  if (shown.length === 0) return print(results.length === 0 ? 'No feedback yet.' : 'Feedback agrees with the curves.')
  print(
    table<Line>(
      [
        { heading: 'grinder', of: ({ grinder }) => fullName(grinder) },
        { heading: 'voices', of: ({ verdict }) => String(verdict.voices), align: 'right' },
        { heading: 'agree', of: ({ verdict }) => String(verdict.agree), align: 'right' },
        { heading: 'suggested', of: ({ grinder, verdict }) => shiftInWords(grinder, verdict.suggestedShift) ?? 'none' },
        { heading: 'would agree', of: ({ verdict }) => String(verdict.agreeShifted), align: 'right' },
      ],
      shown,
    ),
  )
  const hidden = results.length - shown.length
  if (hidden > 0)
    print(dim(`${hidden} more with feedback, where users agree or are too few to tell: --all shows them.`))
}
