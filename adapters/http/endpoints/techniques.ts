import { asDrinker } from '../../../core/drinkers/drinkers.ts'
import {
  ListTechniqueVariations,
  listTechniqueVariations,
  OpenedTechniqueWithCount,
  openTechniqueWithCount,
  VariationList,
} from '../../../core/forks/forks.ts'
import {
  BrowseTechniques,
  browseTechniques,
  OpenTechnique,
  TechniqueList,
} from '../../../core/techniques/techniques.ts'
import { endpoint } from '../endpoint.ts'

export const techniques = [
  endpoint({
    route: 'GET /api/techniques',
    summary: 'Published recipes that need no particular coffee, with who made them known',
    description: 'Figures are as published. With `grinder`, each has its grind on that dial.',
    access: 'optional',
    input: BrowseTechniques,
    example: { search: '4:6', grinder: 'k ultra' },
    reply: TechniqueList,
    faults: ['grinder-not-found', 'not-signed-in'],
    run: browseTechniques,
  }),
  endpoint({
    route: 'GET /api/techniques/:slug',
    summary: 'One technique: figures, steps and sources; with a grinder, adapted to your dial, brewer and amount',
    description:
      'What makes it itself stays: its pours, its order, its style. Roast, strength and taste move the rest, each with a reason.',
    access: 'optional',
    input: OpenTechnique,
    example: { slug: 'four-six', grinder: 'k ultra', volumeGrams: 250 },
    reply: OpenedTechniqueWithCount,
    faults: ['grinder-not-found', 'not-found', 'not-signed-in'],
    name: 'openTechnique',
    run: asDrinker(openTechniqueWithCount),
  }),
  endpoint({
    route: 'GET /api/techniques/:slug/variations',
    summary: 'Recipes that are based on a technique, best first, with what each changes',
    description: 'Published ones only; each is for a particular coffee.',
    access: 'optional',
    input: ListTechniqueVariations,
    example: { slug: 'four-six', limit: 1 },
    reply: VariationList,
    faults: ['not-found', 'grinder-not-found', 'not-signed-in'],
    run: listTechniqueVariations,
  }),
]
