import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { inputJsonSchema, type JsonSchema } from '../adapters/schemas/json-schema.ts'
import { faultOf } from '../core/errors.ts'
import * as field from '../core/fields.ts'

const words = (description: string) => v.pipe(field.text(1, 2000), v.description(description))
const grinder = words('Slug or name of your grinder, such as "c40 mk4" or "k ultra".')

/** Common requests, worded to make good use of the tools. */
const prompts = [
  prompt({
    name: 'dial_in_coffee',
    title: 'Dial in this coffee',
    description: 'A first recipe for a coffee on your own grinder, then what to change from cup to cup.',
    input: v.object({
      coffee: words('What is on the bag: name, roast, origin, roast date.'),
      brewer: words('The method or the machine, such as "v60" or "AeroPress Go".'),
      grinder,
      taste: v.optional(words('How you like it, or how the last cup was: "too sour", "a bit weak".')),
    }),
    text: ({ coffee, brewer, grinder, taste }) =>
      [
        `Help me dial in this coffee: ${coffee}. I brew with ${brewer} and grind on ${grinder}.`,
        taste && `About the taste: ${taste}.`,
        'Call get_brew_recipe with my brewer, my grinder, the roast level and, where the bag says so, the days off roast.',
        'Give me dose, water, temperature, time and the setting of my dial, always with its range, then the steps, and',
        'say in one line each why the recipe is as it is. Ask me how it tasted after the first cup. Then change one',
        'thing at a time: sour or thin means finer or hotter, bitter or harsh means coarser or cooler, weak means more',
        'coffee to the same water. Name each new setting as my dial shows it.',
      ]
        .filter(Boolean)
        .join(' '),
  }),
  prompt({
    name: 'move_recipe',
    title: 'Move this recipe to my grinder',
    description: 'Someone else’s recipe, with its grind on your own dial.',
    input: v.object({
      recipe: words('The recipe as you found it, with its grinder and setting.'),
      grinder,
    }),
    text: ({ recipe, grinder }) =>
      [
        `Move this recipe to my grinder, ${grinder}: ${recipe}.`,
        'Find the grinder and the setting that the recipe names and call convert_grind_setting from there to mine.',
        'If it names no grinder, or only "medium-fine", call get_grinder_chart for mine and take the row of its method.',
        'Tell me the setting with its range as my dial shows it, say so when it is out of reach or extrapolated, and',
        'repeat the rest of the recipe unchanged.',
      ].join(' '),
  }),
]

export const promptList: ListPromptsResult = {
  prompts: prompts.map(({ name, title, description, input }) => ({
    name,
    title,
    description,
    arguments: argumentsOf(inputJsonSchema(input)),
  })),
}

export const GetPrompt = v.object({ name: field.text(0, 200), arguments: v.optional(v.unknown(), {}) })

export function getPrompt({ name, arguments: given }: v.InferOutput<typeof GetPrompt>): GetPromptResult {
  const prompt = prompts.find(prompt => prompt.name === name)
  if (!prompt)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown prompt ${name}; the prompts are ${prompts.map(({ name }) => name).join(', ')}`,
    )
  const text = prompt.textFor(given)
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

interface PromptDeclaration<I extends v.GenericSchema> {
  name: string
  title: string
  description: string
  input: I
  text: (input: v.InferOutput<I>) => string
}

function prompt<I extends v.GenericSchema>({ text, ...declaration }: PromptDeclaration<I>) {
  const textFor = (given: unknown) => {
    const parsed = v.safeParse(declaration.input, given, { abortEarly: true })
    if (parsed.success) return text(parsed.output)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, faultOf(parsed.issues[0]).message)
  }
  return { ...declaration, textFor }
}

function argumentsOf(schema: JsonSchema) {
  const { properties, required } = schema as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(properties ?? {}).map(([name, { description }]) => ({
    name,
    description: String(description),
    required: required?.includes(name) ?? false,
  }))
}
