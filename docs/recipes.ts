import { adapt, type WantedBrew } from '../core/adaptation/adapt.ts'
import { brewRecipeInWords } from '../core/adaptation/brew-recipe.ts'
import { methodById } from '../core/grind/methods.ts'
import { presentEquipmentName } from '../core/grind/ref.ts'
import { shippedMachines } from '../db/data/machines.ts'
import { shippedGrinders } from '../db/data/shipped.ts'

/** docs/recipes.md: one recipe for each method as the service gives it, and what a barista says of it. */
export function recipesPage() {
  return `${intro}\n${examples.map(section).join('\n')}`
}

interface Example extends Omit<WantedBrew, 'method' | 'brewer'> {
  machine: string
  grinder: string
  asked: string
  verdict: string
}

const intro = `# A recipe for each method

As \`POST /api/adaptRecipe\` and \`POST /api/get-recipe\` make them by rule, from \`core/adaptation/\` and the data that ships, on a
real grinder and a real machine; a test compares this page with the code (\`bun docs/recipes.ts\` regenerates it). Under each, a
barista's reading: would you brew it?
`

const examples: Example[] = [
  {
    machine: 'gaggia-classic-pro',
    grinder: 'niche-zero',
    roastLevel: 'LIGHT',
    asked: 'a light roast',
    verdict:
      'Yes. 18 g in a double basket, pulled longer as light roasts want it, and ground finer because nobody sets the heat of a Gaggia. If it runs under 30 seconds, go finer before anything else.',
  },
  {
    machine: 'flair-classic',
    grinder: '1zpresso-j-ultra',
    asked: 'a lever filled from a kettle',
    verdict: 'Yes: warm the chamber well, and press so that it takes its half minute.',
  },
  {
    machine: 'bialetti-moka-express-3-cup',
    grinder: 'baratza-encore-esp',
    roastLevel: 'MEDIUM_DARK',
    asked: 'a medium-dark roast',
    verdict: 'Yes: the basket is full, and the water starts hot, so that the coffee does not cook while it waits.',
  },
  {
    machine: 'aeropress-original',
    grinder: 'timemore-c3',
    volumeGrams: 500,
    asked: 'half a litre',
    verdict: 'Yes, twice. Nobody fits 500 g into one; one press after the other stays hot enough.',
  },
  {
    machine: 'aeropress-original',
    grinder: 'comandante-c40-mk4',
    style: 'inverted',
    asked: 'upside down',
    verdict: 'Yes. A little stronger than upright, as most who turn it over brew it. Mind the flip.',
  },
  {
    machine: 'aeropress-original',
    grinder: 'comandante-c40-mk4',
    roastLevel: 'LIGHT',
    style: 'bypass',
    asked: 'a light roast, topped up in the cup',
    verdict: 'Yes: a champion’s cup, strong and sweet. Taste it before the last of the hot water goes in.',
  },
  {
    machine: 'aeropress-go',
    grinder: 'timemore-c3',
    style: 'concentrate',
    asked: 'for milk',
    verdict: 'Yes, a small strong cup that milk does not drown. It is not an espresso.',
  },
  {
    machine: 'hario-v60-02',
    grinder: 'comandante-c40-mk4',
    roastLevel: 'LIGHT',
    style: 'iced',
    volumeGrams: 400,
    asked: 'a light roast over ice',
    verdict:
      'Yes. The dose of a stronger cup, 40% of the water as ice, and a finer grind for the little water that is left.',
  },
  {
    machine: 'hario-v60-02',
    grinder: 'comandante-c40-mk4',
    roastLevel: 'LIGHT',
    strength: 4,
    volumeGrams: 500,
    asked: 'a light roast for two, a little stronger',
    verdict: 'Yes. 1:15.3 is strong but within what guides pour; the longer drawdown is what a deeper bed does.',
  },
  {
    machine: 'kalita-wave-155',
    grinder: 'fellow-ode-gen-2',
    asked: 'a medium roast',
    verdict: 'Yes: four pours, a flat bed, a cup that forgives.',
  },
  {
    machine: 'chemex-classic-6-cup',
    grinder: 'baratza-virtuoso-plus',
    roastLevel: 'MEDIUM_LIGHT',
    taste: -1,
    asked: 'a medium-light roast, a step brighter',
    verdict: 'Yes. The heavy paper keeps it clean; with a stalled bed I would go one step coarser still.',
  },
  {
    machine: 'technivorm-moccamaster-kbgv-select',
    grinder: 'baratza-encore',
    roastLevel: 'DARK',
    asked: 'a pot of a dark roast',
    verdict:
      'Yes, 60 g to the litre is what the box and the trade say, and coarser is all you can do for a dark roast here.',
  },
  {
    machine: 'chemex-ottomatic-2-0',
    grinder: 'baratza-virtuoso-plus',
    volumeGrams: 1000,
    asked: 'a litre that pours itself',
    verdict: 'Yes: a button, and no kettle to hold.',
  },
  {
    machine: 'clever-dripper-large',
    grinder: '1zpresso-k-ultra',
    roastLevel: 'MEDIUM_DARK',
    asked: 'a medium-dark roast',
    verdict: 'Yes. Two and a half minutes on the coffee and a minute to drain; hard to get wrong.',
  },
  {
    machine: 'hario-switch-03',
    grinder: 'comandante-c40-mk4',
    roastLevel: 'LIGHT',
    asked: 'a light decaf in a Switch',
    isDecaf: true,
    verdict: 'Yes. No lid, and none needed for two minutes.',
  },
  {
    machine: 'hario-switch-02',
    grinder: '1zpresso-k-ultra',
    style: 'hybrid',
    asked: 'a Switch, poured and then steeped',
    verdict: 'Yes: half a pour-over, half a steep, and the cup lies between them.',
  },
  {
    machine: 'hario-switch-02',
    grinder: '1zpresso-k-ultra',
    style: 'pour_over',
    asked: 'a Switch with its valve open',
    verdict: 'Yes. It is a V60 then, and brews like one.',
  },
  {
    machine: 'hario-technica-tca-3',
    grinder: 'comandante-c40-mk4',
    asked: 'a medium roast',
    verdict: 'Yes, though few guides say a time: watch the drawdown rather than the clock.',
  },
  {
    machine: 'bodum-chambord-3-cup',
    grinder: 'timemore-c2',
    roastLevel: 'DARK',
    asked: 'a dark roast',
    verdict: 'Yes, scaled to the small pot. Cooler water is kind to a dark roast; pour it all out when it is pressed.',
  },
  {
    machine: 'hario-mizudashi-1-l',
    grinder: 'baratza-encore',
    asked: 'a night on the counter',
    verdict: 'Yes, to drink as it is, over ice without more water.',
  },
  {
    machine: 'toddy-cold-brew-system',
    grinder: 'baratza-encore',
    style: 'concentrate',
    asked: 'a concentrate for the week',
    verdict: 'Yes, half and half with water or milk. It keeps for a week in the fridge.',
  },
  {
    machine: 'soy-copper-cezve',
    grinder: 'comandante-c40-mk4',
    asked: 'one cup',
    verdict:
      'With care: few burr grinders grind as fine as a Turkish mill. Three clicks keep the burrs apart; go no finer.',
  },
]

function section({ machine: slug, grinder: grinderSlug, asked, verdict, ...wanted }: Example) {
  const machine = shippedMachines.list().find(one => one.slug === slug)
  const grinder = shippedGrinders.bySlug(grinderSlug)
  if (!machine || !grinder) throw new Error(`The data lacks ${slug} or ${grinderSlug}.`)
  const method = machine.brewMethod
  const recipe = adapt({ ...wanted, method, brewer: machine }, grinder)
  const named = {
    grinder: presentEquipmentName(grinder),
    machine: presentEquipmentName(machine),
    technique: null,
    ...recipe,
  }
  const [heading, ...lines] = brewRecipeInWords(named, grinder).split('\n')
  return `## ${methodById[method].name}: ${asked}

${heading}

${lines.map(line => `- ${line}`).join('\n')}

_${verdict}_
`
}

if (import.meta.main) await Bun.write(`${import.meta.dir}/recipes.md`, recipesPage())
