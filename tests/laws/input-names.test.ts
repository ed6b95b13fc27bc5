import { expect, test } from 'bun:test'
import type * as v from 'valibot'
import { isPage } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import * as field from '../../core/fields.ts'
import { capital } from '../../core/names.ts'
import { toolsOfPerson } from '../../mcp/me/toolbox.ts'
import { toolsOfService } from '../../mcp/server.ts'
import { sources } from './sources.ts'

/** Everything that core exports, by value. */
const nameOf = new Map<unknown, string>()
for (const file of sources.filter(file => file.startsWith('core/')))
  for (const [name, value] of Object.entries(await import(`../../${file}`))) nameOf.set(value, name)

/**
 * A schema that only identifies a thing serves several operations, and is named after the thing.
 */
const onlySaysWhich = /(Id|Slug|Token)$/

/** Exceptions, and why. */
const others: Record<string, string | undefined> = {
  // Accepting and declining take the same input.
  acceptInvitation: 'AnswerInvitation',
  declineInvitation: 'AnswerInvitation',
  // The same question, asked by somebody whom we know.
  convertOnOwnDials: 'ConvertGrindSetting',
  // Unsaving names the recipe as saving does.
  unsaveRecipe: 'SaveRecipe',
  // The part of a profile that onboarding asks for.
  onboard: 'TasteLevels',
  // Declared inline: one field of a chart's input under another name.
  getGrinderCard: undefined,
}

const operations = [
  ...endpoints.flatMap(route => (isPage(route) ? [] : [{ name: route.name ?? route.run.name, input: route.input }])),
  ...[...toolsOfService.tools, ...toolsOfPerson.tools].map(({ name, input }) => ({
    name: name.replace(/_(\w)/g, (_, c) => c.toUpperCase()),
    input,
  })),
]

const takesNothing = ({ input }: { input: v.GenericSchema }) => input === field.nothing

test('an input schema has the name of its use case or tool', () => {
  const strange = operations
    .filter(operation => !takesNothing(operation))
    .map(({ name, input }) => ({ name, called: nameOf.get(input) }))
    .filter(({ name, called }) => called !== (name in others ? others[name] : capital(name)))
    .filter(({ called }) => called === undefined || !onlySaysWhich.test(called))
  expect(strange).toEqual([])
  expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(others)))
})
