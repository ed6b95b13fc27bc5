import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Client, type Transport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { getBrewRecipe } from '../../core/adaptation/brew-recipe.ts'
import { roastLevels } from '../../core/coffees/roast.ts'
import { convertGrindSetting, getGrinderChart, listGrinders } from '../../core/grind/grinders.ts'
import { methodIds } from '../../core/grind/methods.ts'
import { shippedMachines } from '../../db/data/machines.ts'
import { shippedGrinders as grinders } from '../../db/data/shipped.ts'
import { shippedTechniques } from '../../db/data/techniques.ts'
import { toolsAlone } from '../../mcp/server.ts'

export const portsAlone = { grinders, machines: shippedMachines, techniques: shippedTechniques }

/** How a client finds out which revision to speak, and the revision it ends up with. */
const modes: Record<string, { mode: VersionNegotiationMode; speaks: string }> = {
  'says hello first': { mode: 'legacy', speaks: '2025-11-25' },
  'asks which revision to speak': { mode: 'auto', speaks: '2026-07-28' },
  'speaks the current revision only': { mode: { pin: '2026-07-28' }, speaks: '2026-07-28' },
}

type Called = { content: { type: string; text: string }[]; structuredContent?: unknown; isError?: boolean }

/** What the official client finds at each of these, whichever revision it speaks. */
export function describeDoors(doors: Record<string, () => Transport>) {
  for (const [door, open] of Object.entries(doors))
    for (const [habit, negotiation] of Object.entries(modes)) describeDoor({ door, open, habit, ...negotiation })
}

interface McpVisit {
  door: string
  open: () => Transport
  habit: string
  mode: VersionNegotiationMode
  speaks: string
}

const describeDoor = ({ door, open, habit, mode, speaks }: McpVisit) =>
  describe(`the official client that ${habit}, ${door}`, () => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    beforeAll(() => client.connect(open()))
    afterAll(() => client.close())

    const call = async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as Called

    test('learns what the server is for', () => {
      expect(client.getNegotiatedProtocolVersion()).toBe(speaks)
      expect(client.getServerVersion()).toMatchObject({ name: 'dialin', version: '1.0.0' })
      expect(client.getInstructions()).toContain('grind index')
      expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {}, prompts: {}, completions: {} })
    })

    test('lists its tools, each with title, schemas and all four annotations', async () => {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual([
        'convert_grind_setting',
        'get_grinder_chart',
        'get_brew_recipe',
        'list_grinders',
      ])
      for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
        expect(title).toBeString()
        // When to use it, and what it returns.
        expect(description).toMatch(/^Use this (when|to) .+ Returns /)
        expect(description?.length).toBeLessThanOrEqual(400)
        expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
        expect(annotations).toMatchObject({
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        })
      }
    })

    // The client validates each structured result against the tool's output schema.
    test('converts: the same object as the use case gives, and a text that stands alone', async () => {
      const question = { from: 'comandante-c40-mk4', setting: 24, to: '1zpresso-k-ultra' }
      const { structuredContent, content } = await call('convert_grind_setting', question)
      expect(structuredContent).toEqual(await convertGrindSetting(question, { grinders }))
      expect(content[0]?.text).toMatch(
        /^24 clicks on the Comandante C40 MK4 is about 7.8 on the 1Zpresso K-Ultra \(6.7 to 8.8\)/,
      )
    })

    test('charts a stepless and a stepped dial', async () => {
      for (const grinder of ['niche-duo', 'fellow-ode-gen-2']) {
        const { structuredContent, content } = await call('get_grinder_chart', { grinder })
        expect(structuredContent).toEqual(await getGrinderChart({ grinder }, { grinders }))
        expect(content[0]?.text).toContain('Cold brew: ')
      }
    })

    test('lists and searches grinders', async () => {
      const all = await call('list_grinders', {})
      expect(all.structuredContent).toEqual({
        grinders: grinders.list().map(({ slug, brand, model }) => ({ slug, brand, name: model })),
        count: grinders.list().length,
      })
      for (const { slug } of grinders.list()) expect(all.content[0]?.text).toContain(slug)
      const some = await call('list_grinders', { limit: 20 })
      expect(some.structuredContent).toEqual(await listGrinders({ limit: 20 }, { grinders }))
      expect(some.content[0]?.text).toMatch(/and \d+ more; search by brand or model, or raise limit\.$/)
      const found = await call('list_grinders', { search: 'k ultra' })
      expect(found.structuredContent).toEqual(await listGrinders({ search: 'k ultra' }, { grinders }))
      expect(found.content[0]?.text).toBe('1 grinder:\n1zpresso-k-ultra (1Zpresso K-Ultra)')
      expect((await call('list_grinders', { search: 'teapot' })).content[0]?.text).toContain('Closest: ')
    })

    test.each([
      [
        'an unknown slug',
        { from: 'commandante-c40', setting: 24, to: 'baratza-encore' },
        'Closest: comandante-c40-mk3',
      ],
      [
        'a name that may mean several',
        { from: 'c40', setting: 24, to: 'baratza-encore' },
        '"c40" matches several grinders: comandante-c40-mk3, comandante-c40-mk4 and comandante-c40-red-clix. Be more specific.',
      ],
      [
        'a setting off the dial',
        { from: 'comandante-c40-mk4', setting: 92, to: 'baratza-encore' },
        'goes from 0 to 40 clicks',
      ],
      ['an empty setting', { from: 'comandante-c40-mk4', setting: '', to: 'baratza-encore' }, 'it is empty'],
      ['NaN', { from: 'comandante-c40-mk4', setting: 'NaN', to: 'baratza-encore' }, 'must be a number'],
      ['a missing setting', { from: 'comandante-c40-mk4', to: 'baratza-encore' }, 'setting is required.'],
      [
        'a list for a slug',
        { from: ['c40'], setting: 24, to: 'baratza-encore' },
        'from must be the slug or name of a grinder',
      ],
    ])('is told how to mend %s', async (_, args, sentence) => {
      const { isError, content, structuredContent } = await call('convert_grind_setting', args)
      expect(isError).toBe(true)
      expect(structuredContent).toBeUndefined()
      expect(content[0]?.text).toContain(sentence)
      expect(content[0]?.text).toEndWith(
        ' Example: convert_grind_setting {"from":"comandante-c40-mk4","setting":24,"to":"k ultra"}',
      )
    })

    test('sets a recipe on a dial that is named as people name it', async () => {
      const question = { method: 'V60', grinder: 'c40 mk4', roastLevel: 'Light', volumeGrams: 300 }
      const { structuredContent, content } = await call('get_brew_recipe', question)
      expect(structuredContent).toEqual(
        await getBrewRecipe(
          { method: 'v60', grinder: 'comandante-c40-mk4', roastLevel: 'LIGHT', volumeGrams: 300 },
          portsAlone,
        ),
      )
      expect(content[0]?.text).toMatch(
        /^V60: 18\.4 g of coffee, 300 g of water .* on the Comandante C40 MK4 \(.*clicks\)/,
      )
      expect(await call('get_brew_recipe', { grinder: 'k ultra' })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('method or machine is required.') }],
      })
    })

    test('is given the recipe for a machine, a strength, a taste and the days off roast', async () => {
      const wishes = { grinder: 'k ultra', roastLevel: 'DARK', strength: 4, taste: 1, daysOffRoast: 3 } as const
      const question = { ...wishes, machine: 'AeroPress Go' }
      const { structuredContent } = await call('get_brew_recipe', question)
      expect(structuredContent).toEqual(await getBrewRecipe(question, portsAlone))
      expect(structuredContent).toMatchObject({ machine: { name: expect.stringContaining('Go') } })
      // Each of them counts.
      for (const left of ['machine', 'strength', 'taste', 'daysOffRoast'] as const) {
        const { [left]: _, ...rest } = { ...question, method: 'aeropress' as const }
        expect((await call('get_brew_recipe', rest)).structuredContent).not.toEqual(structuredContent)
      }
    })

    test('sees each argument described, and the options of those that have some', async () => {
      const { tools } = await client.listTools()
      for (const { name, inputSchema } of tools) {
        expect(inputSchema.additionalProperties).toBe(false)
        for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
          expect([name, argument, schema]).toEqual([
            name,
            argument,
            expect.objectContaining({ description: expect.any(String) }),
          ])
      }
      const { properties } = tools.find(({ name }) => name === 'get_brew_recipe')?.inputSchema ?? {}
      expect(properties).toMatchObject({ method: { enum: methodIds }, roastLevel: { enum: roastLevels } })
    })

    test.each(toolsAlone.tools.map(({ name, example }) => [name, example] as const))(
      'is answered by %s to the call that it shows as an example',
      async (name, example) => {
        const { isError, structuredContent } = await call(name, example as Record<string, unknown>)
        expect([isError, structuredContent]).toEqual([undefined, expect.any(Object)])
      },
    )

    test('is told which arguments there are when it makes one up', async () => {
      const { isError, content } = await call('get_grinder_chart', { grinder: 'c40 mk4', brand: 'Comandante' })
      expect([isError, content[0]?.text]).toEqual([
        true,
        'get_grinder_chart has no argument "brand"; it has grinder. Example: get_grinder_chart {"grinder":"c40 mk4"}',
      ])
    })

    test('may ask for a dose and a ratio, also as dose and brewMethod', async () => {
      const recipe = (args: object) => call('get_brew_recipe', { grinder: 'c40 mk4', ...args })
      const asked = await recipe({ method: 'v60', doseGrams: 20, ratio: 15 })
      expect(asked.structuredContent).toMatchObject({ doseGrams: 20, waterGrams: 300, ratio: 15 })
      expect((await recipe({ brewMethod: 'v60', dose: 20, ratio: 15 })).structuredContent).toEqual(
        asked.structuredContent,
      )
      for (const [args, sentence] of [
        [{ method: 'v60', brewMethod: 'moka' }, 'method and brewMethod are two names for the same field'],
        [{ method: 'v60', dose: 20, ratio: 15, volumeGrams: 400 }, '20 g x 15 is 300 g of water, not 400 g.'],
        [{ method: 'espresso', dose: 40 }, 'doseGrams must be 7 to 25 for Espresso baskets; you asked for 40.'],
        [{ method: 'v60', ratio: 15, strength: 5 }, 'strength changes the ratio, and ratio sets it; send one of them.'],
      ] as const)
        expect(await recipe(args)).toMatchObject({
          isError: true,
          content: [{ text: expect.stringContaining(sentence) }],
        })
    })

    test('gets a protocol error for a tool that does not exist', async () => {
      await expect(client.callTool({ name: 'brew_coffee', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    })

    test('reads grinders as resources', async () => {
      const { resources } = await client.listResources()
      expect(resources).toHaveLength(grinders.list().length)
      const { resourceTemplates } = await client.listResourceTemplates()
      expect(resourceTemplates[0]?.uriTemplate).toBe('grinder://{slug}')
      const { contents } = await client.readResource({ uri: 'grinder://niche-zero' })
      expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(
        await getGrinderChart({ grinder: 'niche-zero' }, { grinders }),
      )
      await expect(client.readResource({ uri: 'grinder://niche-one' })).rejects.toThrow(/niche-zero/)
      await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject({ code: -32602 })
    })

    test('completes slugs', async () => {
      const ref = { type: 'ref/resource' as const, uri: 'grinder://{slug}' }
      const { completion } = await client.complete({ ref, argument: { name: 'slug', value: 'comandante-c4' } })
      expect(completion.values).toEqual(['comandante-c40-mk3', 'comandante-c40-mk4', 'comandante-c40-red-clix'])
      const { completion: all } = await client.complete({ ref, argument: { name: 'slug', value: '' } })
      expect(all).toMatchObject({ total: grinders.list().length, hasMore: true })
      expect(all.values).toHaveLength(100)
      const other = { ref: { type: 'ref/prompt' as const, name: 'no_such_prompt' }, argument: { name: 'x', value: '' } }
      expect((await client.complete(other)).completion.values).toEqual([])
    })

    test('finds what to ask for, and completes the grinder in it', async () => {
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ title }) => title)).toEqual(['Dial in this coffee', 'Move this recipe to my grinder'])
      expect(prompts[0]?.arguments).toContainEqual({ name: 'taste', description: expect.any(String), required: false })
      const { messages } = await client.getPrompt({
        name: 'move_recipe',
        arguments: { recipe: '15 g, 250 g, 24 clicks on a C40 MK4', grinder: 'k ultra' },
      })
      expect(messages).toMatchObject([
        { role: 'user', content: { text: expect.stringContaining('my grinder, k ultra: 15 g, 250 g, 24 clicks') } },
      ])
      const bag = { coffee: 'Kiamaina, light', brewer: 'v60', grinder: 'k ultra' }
      const dialIn = async (args: Record<string, string>) =>
        (await client.getPrompt({ name: 'dial_in_coffee', arguments: args })).messages
      const asked = 'this coffee: Kiamaina, light. I brew with v60 and grind on k ultra. '
      expect(await dialIn({ ...bag, taste: 'too sour' })).toMatchObject([
        { role: 'user', content: { text: expect.stringContaining(`${asked}About the taste: too sour. Call get_`) } },
      ])
      expect(await dialIn(bag)).toMatchObject([{ content: { text: expect.stringContaining(`${asked}Call get_`) } }])
      const ref = { type: 'ref/prompt' as const, name: 'move_recipe' }
      const { completion } = await client.complete({ ref, argument: { name: 'grinder', value: '1zpresso-k-u' } })
      expect(completion.values).toEqual(['1zpresso-k-ultra'])
    })

    if (mode === 'legacy')
      test('is answered on ping', async () => {
        expect(await client.ping()).toEqual({})
      })
  })
