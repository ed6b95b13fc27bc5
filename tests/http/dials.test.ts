import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { dialOf } from '../../core/grind/dial.ts'
import { browsing } from '../support/browsing.ts'
import '../support/dice.ts'
import { aCoffee, grinderId, machineId, publish } from '../support/recipes.ts'
import { TurnedDials } from '../support/turned-dials.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

const NOW = '2026-11-19T07:00:00Z'

let world: TestWorld
let huila: number
let konga: number
beforeAll(async () => {
  world = await startWorld()
  huila = await aCoffee(world, 'Huila El Mirador')
  konga = await aCoffee(world, 'Yirgacheffe Konga')
})
beforeEach(() => {
  world.clock.set(NOW)
  world.clock.hold()
})
afterAll(() => world.stop())

interface Dial {
  grinder: { id: number }
  stands: { setting: number; brewLogId: number | null; at: string; lastFor?: string | null } | null
  burrsChangedOn: string | null
  isCalibrationOld: boolean
  needed: {
    name: string | null
    bagId: number | null
    method: string
    brewLogId: number | null
    setting: number
    range: { min: number; max: number }
    turn: { steps: number; direction: string; words: string } | null
  }[]
}

const c40 = () => grinderId(world, 'comandante-c40-mk4')
const niche = () => grinderId(world, 'niche-zero')
const ask = (as: Someone, route: string, body?: unknown) => world.call(route, { as, body })
async function dialsOf(as: Someone, query = ''): Promise<Dial[]> {
  const { dials, needed } = (await ask(as, `GET /api/user/dials${query}`)).body
  const on = (id: number) => needed.filter(({ grinderId }: { grinderId: number }) => grinderId === id)
  return dials.map((dial: Dial) => ({ ...dial, needed: on(dial.grinder.id) }))
}
async function dialOn(as: Someone, id = c40(), query = ''): Promise<Dial> {
  const dial = (await dialsOf(as, query)).find(({ grinder }) => grinder.id === id)
  if (!dial) throw new Error('The dial is not there.')
  return dial
}
const own = async (as: Someone, ...grinders: number[]) => {
  for (const id of grinders) await ask(as, 'POST /api/user/grinders', { grinderId: id })
}
const keep = (as: Someone, coffeeProfileId: number) => ask(as, 'POST /api/user/coffee-library', { coffeeProfileId })
const say = (as: Someone, body: object, id = c40()) => ask(as, `PATCH /api/user/dials/${id}`, body)
const cup = () => ({ machineId: machineId(world), grinderId: c40(), doseGrams: 15, waterGrams: 250, grindSetting: 24 })
const log = async (as: Someone, body: object = {}) =>
  (await ask(as, 'POST /api/brew-logs', { ...cup(), ...body })).body.brewLog

describe('where a dial is', () => {
  test('is unknown, then where the last brew left it, then where its owner says, then where the next brew does', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40(), niche())
    expect((await dialsOf(ann)).map(({ stands }) => stands)).toEqual([null, null])
    const first = await log(ann, { brewedAt: '2026-11-17T07:00:00Z' })
    const at = '2026-11-17T07:00:00.000Z'
    expect((await dialOn(ann)).stands).toEqual({ setting: 24, label: '24 clicks', at, brewLogId: first.id } as never)
    const { dial } = (await say(ann, { grindSetting: '18 clicks' })).body
    expect(dial.stands).toMatchObject({ setting: 18, label: '18 clicks', brewLogId: null })
    expect((await dialOn(ann, niche())).stands).toBeNull()
    await log(ann, { grindSetting: 30, brewedAt: '2026-11-18T07:00:00Z' })
    expect((await dialOn(ann)).stands?.setting).toBe(18)
    world.clock.set('2026-11-19T07:05:00Z')
    const next = await log(ann, { grindSetting: 27 })
    expect((await dialOn(ann)).stands).toMatchObject({ setting: 27, brewLogId: next.id })
    await log(ann, { grindSetting: null })
    expect((await dialOn(ann)).stands).toMatchObject({ setting: 27, brewLogId: next.id })
  })

  test('follows brews that are moved to another grinder, another time, or deleted', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40(), niche())
    await log(ann, { grindSetting: 20, brewedAt: '2026-11-17T07:00:00Z' })
    const { id } = await log(ann, { grindSetting: 30, brewedAt: '2026-11-18T07:00:00Z' })
    await ask(ann, `PATCH /api/brew-logs/${id}`, { grinderId: niche() })
    expect((await dialsOf(ann)).map(({ stands }) => stands?.setting)).toEqual([20, 30])
    await ask(ann, `PATCH /api/brew-logs/${id}`, { grinderId: c40(), brewedAt: '2026-11-16T07:00:00Z' })
    expect((await dialsOf(ann)).map(({ stands }) => stands?.setting)).toEqual([20, undefined])
    await say(ann, { grindSetting: 11 })
    await say(ann, { grindSetting: null })
    expect((await dialOn(ann)).stands?.setting).toBe(20)
    for (const one of (await ask(ann, 'GET /api/brew-logs')).body.data)
      await ask(ann, `DELETE /api/brew-logs/${one.id}`)
    expect((await dialOn(ann)).stands).toBeNull()
  })

  test('is said in the notation of the dial, and a setting that it does not have is refused with what it shows', async () => {
    const ann = await world.person('Ann')
    const jMax = grinderId(world, '1zpresso-j-max')
    expect((await say(ann, { grindSetting: '2.5.0' }, jMax)).body.dial.stands).toMatchObject({
      setting: 230,
      label: '2.5.0',
    })
    const off = await say(ann, { grindSetting: 92 })
    expect(off.status).toBe(400)
    expect(off.body.error).toContain('The Comandante C40 MK4 goes from 0 to 40 clicks, so 92 is off its dial.')
    expect((await say(ann, { grindSetting: '2.5.0' })).status).toBe(400)
    expect((await say(ann, { grindSetting: 'here' })).status).toBe(400)
    // What was said of a grinder is in the gear from then on, as what was tasted is.
    expect((await dialsOf(ann)).map(({ grinder }) => grinder.id)).toEqual([jMax])
  })

  test('of a grinder that nobody has, or that somebody else described, is not found', async () => {
    const [ann, bea] = [await world.person('Ann'), await world.person('Bea')]
    const known = [{ setting: 4.5, method: 'v60' }]
    const ownGrinder = { brand: 'Zerno', name: 'Z1', drive: 'electric', minSetting: 0, maxSetting: 9, step: 0.1, known }
    const { grinderId: described } = (await ask(ann, 'POST /api/user/grinders', { ownGrinder })).body.grinder
    expect((await say(ann, { grindSetting: 4.2 }, described)).body.dial.stands.setting).toBe(4.2)
    for (const [as, id] of [
      [bea, described],
      [ann, 2 ** 31 - 1],
    ] as const)
      expect([id, (await say(as, { grindSetting: 4 }, id)).status]).toEqual([id, 404])
    expect((await world.call(`PATCH /api/user/dials/${c40()}`, { body: { grindSetting: 'x' } })).status).toBe(401)
  })

  test('goes with the grinder when it leaves the gear, and without gear is that of the last brew', async () => {
    const ann = await world.person('Ann')
    await say(ann, { grindSetting: 18 })
    await ask(ann, 'DELETE /api/user/grinders', { grinderId: c40() })
    expect(await dialsOf(ann)).toEqual([])
    await log(ann, { grindSetting: 22 })
    expect((await dialOn(ann)).stands?.setting).toBe(22)
    await own(ann, niche())
    expect((await dialsOf(ann)).map(({ grinder }) => grinder.id)).toEqual([niche()])
  })

  test('is what a kitchen that is played from the beginning says, whatever is logged, changed, deleted and said', async () => {
    const ann = await world.person('Ann')
    const dials = [c40(), niche()]
    await own(ann, ...dials)
    const kim = (await ask(ann, 'POST /api/user/drinkers', { name: 'Kim' })).body.drinker.id
    const ends = dials.map(id => {
      const { min, max } = dialOf(world.ports.grinders.byId(id) as Parameters<typeof dialOf>[0])
      return [id, [min, max]] as const
    })
    const kitchen = new TurnedDials(new Map(ends))
    const brewed: number[] = []
    let minute = 0
    const clock = () => new Date(Date.parse(NOW) + 60_000 * minute).toISOString()
    const day = fc.sample(
      fc.record({
        act: fc.constantFrom('brew', 'brew', 'brew', 'earlier', 'edit', 'delete', 'say', 'take back'),
        which: fc.nat(1),
        setting: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null, freq: 7 }),
        nth: fc.nat(50),
        back: fc.integer({ min: 0, max: 30 }),
        drinkerIds: fc.constantFrom([0], [kim], [0, kim], []),
      }),
      90,
    )
    for (const { act, which, setting, nth, back, drinkerIds } of day) {
      minute++
      world.clock.set(clock())
      world.clock.hold()
      const grinder = dials[which] as number
      const old = brewed[nth % Math.max(1, brewed.length)]
      const at = Date.parse(NOW) + 60_000 * (minute - (act === 'brew' ? 0 : back))
      if (act === 'brew' || act === 'earlier') {
        const brewedAt = new Date(at).toISOString()
        const { id } = await log(ann, { grinderId: grinder, grindSetting: setting, brewedAt, drinkerIds })
        brewed.push(id)
        kitchen.brewed({ by: id, grinder, setting, at })
      } else if (act === 'delete' && old) {
        await ask(ann, `DELETE /api/brew-logs/${old}`)
        kitchen.forgotten(brewed.splice(brewed.indexOf(old), 1)[0] as number)
      } else if (act === 'edit' && old) {
        const before = (await ask(ann, `GET /api/brew-logs/${old}`)).body.brewLog
        await ask(ann, `PATCH /api/brew-logs/${old}`, { brewedAt: new Date(at).toISOString() })
        kitchen.forgotten(old)
        kitchen.brewed({ by: old, grinder: before.grinderId, setting: before.grindSetting, at })
      } else if (act === 'say' || act === 'take back') {
        const said = act === 'say' ? (setting ?? 20) : null
        await say(ann, { grindSetting: said }, grinder)
        kitchen.said(grinder, said, Date.parse(clock()) + 1)
      }
      const stands = (await dialsOf(ann)).flatMap(({ grinder, stands }) =>
        stands ? [[grinder.id, { setting: stands.setting, by: stands.brewLogId ?? 'said' }] as const] : [],
      )
      expect(new Map(stands)).toEqual(
        new Map(
          dials.flatMap(id => {
            const position = kitchen.positions().get(id)
            return position ? [[id, position] as const] : []
          }),
        ),
      )
    }
  })

  test('says whom it was last set for, where several people use it', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    const kim = (await ask(ann, 'POST /api/user/drinkers', { name: 'Kim' })).body.drinker.id
    await log(ann, { drinkerId: kim })
    expect((await dialOn(ann)).stands?.lastFor).toBe('Kim')
    expect((await dialOn(ann, c40(), `?drinkerId=${kim}`)).stands).not.toHaveProperty('lastFor')
    world.clock.set('2026-11-19T07:10:00Z')
    await log(ann, { drinkerIds: [] })
    expect((await dialOn(ann)).stands?.lastFor).toBeNull()
    world.clock.set('2026-11-19T07:20:00Z')
    await log(ann, { drinkerIds: [0, kim] })
    expect((await dialOn(ann)).stands).not.toHaveProperty('lastFor')
    expect((await dialOn(ann, c40(), `?drinkerId=${kim}`)).stands).not.toHaveProperty('lastFor')
    world.clock.set('2026-11-19T07:30:00Z')
    await log(ann)
    expect((await dialOn(ann, c40(), `?drinkerId=${kim}`)).stands?.lastFor).toBe('you')
    expect((await ask(ann, 'GET /api/user/dials?drinkerId=999999')).status).toBe(404)
  })
})

describe('the burrs of a grinder', () => {
  const calibrate = (as: Someone, tastedAt: string) =>
    ask(as, 'POST /api/user/grinders/calibrate', {
      grinderId: c40(),
      references: [{ grindIndex: 40, setting: 26, feedback: 'JUST_RIGHT', tastedAt }],
    })

  test('warn once they were changed after the last calibration', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    const isOld = async (burrsChangedOn: string) => (await say(ann, { burrsChangedOn })).body.dial.isCalibrationOld
    expect(await isOld('2026-11-10')).toBe(false)
    await calibrate(ann, '2026-11-05T08:00:00Z')
    expect(await dialOn(ann)).toMatchObject({ isCalibrationOld: true, burrsChangedOn: '2026-11-10', stands: null })
    expect([await isOld('2026-11-05'), await isOld('2026-11-04'), await isOld('2026-11-06')]).toEqual([
      false,
      false,
      true,
    ])
    const page = (await browsing(world, ann).open('/me/gear')).text
    expect(page).toContain('You changed or cleaned the burrs on November 6, after your last calibration.')
    await calibrate(ann, '2026-11-18T08:00:00Z')
    expect((await dialOn(ann)).isCalibrationOld).toBe(false)
    expect((await browsing(world, ann).open('/me/gear')).text).not.toContain('after your last calibration')
    expect((await say(ann, { burrsChangedOn: null })).body.dial.burrsChangedOn).toBeNull()
  })

  test('have a date that is one, and is not in the future', async () => {
    const ann = await world.person('Ann')
    for (const burrsChangedOn of ['2026-11-31', 'yesterday', '2026-12-24', 3])
      expect([burrsChangedOn, (await say(ann, { burrsChangedOn })).status]).toEqual([burrsChangedOn, 400])
  })

  test('and what was said of the dial leave each other alone', async () => {
    const ann = await world.person('Ann')
    await say(ann, { grindSetting: 18 })
    await say(ann, { burrsChangedOn: '2026-11-10' })
    expect(await dialOn(ann)).toMatchObject({ stands: { setting: 18 }, burrsChangedOn: '2026-11-10' })
    await ask(ann, 'POST /api/user/grinders', { grinderId: c40(), nickname: 'Red' })
    expect(await dialOn(ann)).toMatchObject({ stands: { setting: 18 }, burrsChangedOn: '2026-11-10' })
  })
})

describe('what an open bag needs', () => {
  test('is the next step of its last brew by each method, with how far to turn from here', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    for (const coffee of [huila, konga]) await keep(ann, coffee)
    const moka = machineId(world, 'moka')
    await log(ann, { coffeeProfileId: konga, machineId: moka, grindSetting: 15, brewedAt: '2026-11-15T07:00:00Z' })
    await log(ann, { coffeeProfileId: konga, grindSetting: 28, brewedAt: '2026-11-16T07:00:00Z' })
    const bitter = { extractionFeedback: { bitter: true }, rating: 2 }
    const last = await log(ann, {
      coffeeProfileId: huila,
      grindSetting: 18,
      brewedAt: '2026-11-17T07:00:00Z',
      ...bitter,
    })
    const { nextStep } = (await ask(ann, `GET /api/brew-logs/${last.id}`)).body.brewLog
    const { needed } = await dialOn(ann)
    expect(needed.map(({ name, method, setting, turn }) => [name, method, setting, turn?.direction])).toEqual([
      ['Huila El Mirador', 'v60', nextStep.grindSetting, 'coarser'],
      ['Yirgacheffe Konga', 'v60', 28, 'coarser'],
      ['Yirgacheffe Konga', 'moka', 15, 'finer'],
    ])
    expect(needed[1]).toMatchObject({
      range: { min: 25, max: 31 },
      turn: { steps: 10, words: '10\u00a0clicks coarser' },
    })
    await say(ann, { grindSetting: 28 })
    expect((await dialOn(ann)).needed[1]?.turn).toEqual({ steps: 0, direction: null, words: 'Leave it there' } as never)
  })

  test('that was not brewed yet is a recipe by rule, on the dial and with the brewer of the last brew', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40(), niche())
    await keep(ann, konga)
    const [unknown] = (await dialOn(ann)).needed
    expect(unknown).toMatchObject({ name: 'Yirgacheffe Konga', brewLogId: null, turn: null })
    const machine = machineId(world, 'espresso')
    await log(ann, { coffeeProfileId: huila, grinderId: niche(), machineId: machine, grindSetting: 14 })
    expect((await dialOn(ann)).needed).toEqual([])
    const [last, fresh] = (await dialOn(ann, niche())).needed
    const { adaptedRecipe } = (
      await ask(ann, 'POST /api/adaptRecipe', { coffeeProfileId: konga, machineId: machine, grinderId: niche() })
    ).body
    // The last brew comes first, on the shelf or not.
    expect(last).toMatchObject({ name: 'Huila El Mirador', method: 'espresso', setting: 14 })
    expect(fresh).toMatchObject({ name: 'Yirgacheffe Konga', method: 'espresso', setting: adaptedRecipe.grindSetting })
    expect(fresh?.range).toEqual(adaptedRecipe.grindRange)
  })

  test('that was brought from elsewhere counts until it is finished or frozen', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    const bag = async (name: string, more: object = {}) => {
      const row = { is_archived: false, frozen_on: null, thawed_on: null, ...more }
      const [made] = await world.sql<{ id: number }[]>`
        insert into bags ${world.sql({ user_id: ann.id, import_key: name, name, roast_level: 'LIGHT', created_at: NOW, ...row })}
        returning id`
      return made?.id as number
    }
    const open = await bag('Open')
    await bag('Archived', { is_archived: true })
    await bag('Frozen', { frozen_on: '2026-11-01' })
    await bag('Thawed', { frozen_on: '2026-11-01', thawed_on: '2026-11-10' })
    await log(ann, { bagId: open, grindSetting: 23 })
    const { needed } = await dialOn(ann)
    expect(needed.map(({ name, brewLogId }) => [name, brewLogId !== null])).toEqual([
      ['Open', true],
      ['Thawed', false],
    ])
    expect(needed[0]).toMatchObject({ bagId: open, setting: 23 })
    await world.sql`update bags set is_archived = true where id = ${open}`
    expect((await dialOn(ann)).needed.map(({ name }) => name)).toEqual(['Thawed'])
  })

  test('is not known for a bag with nothing left', async () => {
    const ann = await world.person()
    await own(ann, c40())
    const { id } = (await ask(ann, 'POST /api/user/bags', { name: 'Nearly gone', weightGrams: 250, gramsLeft: 15 }))
      .body.bag
    const names = async () => (await dialOn(ann)).needed.map(({ name }) => name)
    expect(await names()).toEqual(['Nearly gone'])
    world.clock.advance({ minutes: 1 })
    await ask(ann, 'POST /api/brew-logs', { ...cup(), bagId: id })
    expect(await names()).toEqual([])
    world.clock.advance({ minutes: 1 })
    await ask(ann, `PATCH /api/user/bags/${id}`, { gramsLeft: 200 })
    expect(await names()).toEqual(['Nearly gone'])
  })

  test('is known for a bag of a coffee that nobody kept, until it is finished or frozen', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    const add = async () => (await ask(ann, 'POST /api/user/bags', { coffeeProfileId: konga })).body.bag.id
    const names = async () => (await dialOn(ann)).needed.map(({ name }) => name)
    const first = await add()
    expect(await names()).toEqual(['Yirgacheffe Konga'])
    await say(ann, { grindSetting: 18 })
    expect((await browsing(world, ann).open('/me')).text).toContain('Yirgacheffe Konga needs ')
    expect((await browsing(world, ann).open('/me/log')).text).toContain(
      `<optgroup label="Your shelf"><option value="${konga}">`,
    )
    await log(ann, { coffeeProfileId: konga, bagId: first, grindSetting: 23 })
    await add()
    expect((await dialOn(ann)).needed.map(({ name, setting }) => [name, setting])).toEqual([['Yirgacheffe Konga', 23]])
    await ask(ann, `PATCH /api/user/bags/${first}`, { isArchived: true })
    expect(await names()).toEqual(['Yirgacheffe Konga'])
  })

  test('is known for exactly the coffees of the bags that the shelf does not show as frozen', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    const days = [null, '2026-11-18', '2026-11-19', '2026-11-20']
    for (const frozen_on of days)
      for (const thawed_on of frozen_on === null ? [null] : days)
        for (const coffee of [null, huila])
          if (thawed_on === null || (frozen_on ?? '') <= thawed_on) {
            await world.sql`delete from bags where user_id = ${ann.id}`
            await world.sql`
              insert into bags ${world.sql({ user_id: ann.id, import_key: 'one', name: 'One', coffee_profile_id: coffee, frozen_on, thawed_on, created_at: NOW })}`
            const [bag] = (await ask(ann, 'GET /api/user/shelf')).body.bags
            const { needed } = await dialOn(ann)
            expect([frozen_on, thawed_on, coffee, needed.length]).toEqual([
              frozen_on,
              thawed_on,
              coffee,
              bag.place === 'frozen' ? 0 : 1,
            ])
          }
  })

  test('is that of the drinker who asks, and nobody else’s bags are seen', async () => {
    const [ann, bea] = [await world.person('Ann'), await world.person('Bea')]
    await own(ann, c40())
    await own(bea, c40())
    await keep(ann, huila)
    const kim = (await ask(ann, 'POST /api/user/drinkers', { name: 'Kim' })).body.drinker.id
    await log(ann, { coffeeProfileId: huila, grindSetting: 24, brewedAt: '2026-11-17T07:00:00Z' })
    await log(ann, { coffeeProfileId: huila, grindSetting: 30, drinkerId: kim, brewedAt: '2026-11-18T07:00:00Z' })
    const needs = async (as: Someone, query = '') =>
      (await dialOn(as, c40(), query)).needed.map(one => [one.setting, one.turn?.words])
    expect(await needs(ann)).toEqual([[24, '6\u00a0clicks finer']])
    expect(await needs(ann, `?drinkerId=${kim}`)).toEqual([[30, 'Leave it there']])
    expect(await needs(bea)).toEqual([])
  })

  test('is bounded, however many bags there are', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    await world.sql`
      insert into bags (user_id, import_key, name, roast_level, created_at)
      select ${ann.id}, 'key ' || n, 'Bag ' || n, 'MEDIUM', ${NOW}::timestamptz - n * interval '1 hour'
      from generate_series(1, 60) n`
    const { needed } = await dialOn(ann)
    expect([needed.length, needed[0]?.name]).toEqual([20, 'Bag 1'])
  })
})

describe('My coffee', () => {
  const me = async (as: Someone, path = '/me') => (await browsing(world, as).open(path)).text
  const forms = (text: string) =>
    [...text.matchAll(/action="\/me\/dials">(.*?)<\/form>/gs)].map(([, form = '']) => form)
  const fieldsIn = (form: string) =>
    Object.fromEntries([...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const unescaped = (text = '') => text.replaceAll('&amp;', '&')

  test('shows where the dials are and what the bags need, and starts the timer of each by one press', async () => {
    const ann = await world.person('Ann Arden')
    await own(ann, c40(), niche())
    for (const coffee of [huila, konga]) await keep(ann, coffee)
    await log(ann, {
      coffeeProfileId: konga,
      grindSetting: 28,
      brewedAt: '2026-11-16T07:00:00Z',
      extractionFeedback: { balanced: true },
    })
    const cup = await log(ann, {
      coffeeProfileId: huila,
      grindSetting: 24,
      brewedAt: '2026-11-17T07:00:00Z',
      extractionFeedback: { balanced: true },
    })
    await say(ann, { grindSetting: 18 })
    const text = await me(ann)
    expect(text).toContain('Your C40 MK4 is at 18, as you said today.')
    expect(text).toContain(
      'aria-label="Your C40 MK4 is at 18 clicks. Huila El Mirador needs 24. Yirgacheffe Konga needs 28."',
    )
    expect(text.match(/<g class="badge( next)?">/g)).toEqual(['<g class="badge next">', '<g class="badge">'])
    expect(text).toContain('V60, 21 to 27. Your next cup')
    expect(text).toContain('<small>6\u00a0clicks coarser</small>')
    expect(text).toContain('not set yet')
    const [start] = forms(text).filter(form => form.includes('Start at 24'))
    const fields = fieldsIn(start ?? '')
    expect(fields).toEqual({ grinder: String(c40()), setting: '24', back: `/me/brews/${cup.id}/again#brew` })
    const sent = await browsing(world, ann).send('/me/dials', fields as Record<string, string>)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/me/brews/${cup.id}/again#brew`])
    expect((await dialOn(ann)).stands).toMatchObject({ setting: 24, brewLogId: null })
    expect(await me(ann, `/me/brews/${cup.id}/again`)).toContain('Your C40 MK4 is already at 24.')
  })

  test('sets a dial by hand, in its own notation, or says what it shows', async () => {
    const ann = await world.person('Ann')
    await log(ann)
    const set = (setting: string) =>
      browsing(world, ann).send('/me/dials', { grinder: String(c40()), [`setting-${c40()}`]: setting })
    expect((await set('19 clicks')).headers.get('location')).toBe('/me')
    expect((await dialOn(ann)).stands?.setting).toBe(19)
    for (const wrong of ['92', 'here', ' ']) {
      const { status, text } = await set(wrong)
      expect([wrong, status]).toEqual([wrong, 400])
      expect(text).toContain('Enter a setting for the C40 MK4 from 0 to 40 clicks, for example 20.')
      expect(text).toContain('<details class="more not-there" open>')
    }
    expect((await dialOn(ann)).stands?.setting).toBe(19)
  })

  test('keeps a dial where it was turned in the log of the next brew, until that is logged', async () => {
    const ann = await world.person('Ann')
    const logged = async (path = '/me/log') => {
      const text = await me(ann, path)
      return [/class="setting[^>]*>([^<]*)</.exec(text)?.[1], /from-here">([^<]*)</.exec(text)?.[1]]
    }
    const sour = { extractionFeedback: { sour: true } }
    const { id } = await log(ann, { coffeeProfileId: huila, grindSetting: 24, ...sour })
    expect(await logged()).toEqual(['22', 'Your C40 MK4 is at 24. Go 2 clicks finer.'])
    world.clock.set('2026-11-19T07:05:00Z')
    await say(ann, { grindSetting: 20 })
    expect(await logged()).toEqual(['20', 'Your C40 MK4 is already at 20.'])
    expect(await me(ann, '/me/log')).toContain(', but at 20')
    expect(await logged(`/me/log?again=${id}`)).toEqual(['22', 'Your C40 MK4 is at 20. Go 2 clicks coarser.'])
    world.clock.set('2026-11-19T07:10:00Z')
    await log(ann, { coffeeProfileId: huila, grindSetting: 20, extractionFeedback: { bitter: true } })
    expect(await logged()).toEqual(['22', 'Your C40 MK4 is at 20. Go 2\u00a0clicks coarser.'])
    // A brew without a setting leaves the dial where it was.
    world.clock.set('2026-11-19T07:20:00Z')
    const unknown = await log(ann, { coffeeProfileId: konga, grindSetting: null })
    for (const path of ['/me/log', `/me/log?again=${unknown.id}`])
      expect([path, ...(await logged(path))]).toEqual([path, '20', 'Your C40 MK4 is already at 20.'])
  })

  test('takes a form only from its own pages, and goes on to no other site', async () => {
    const ann = await world.person('Ann')
    const fields = { grinder: String(c40()), setting: '19', back: '//elsewhere.example' }
    expect((await browsing(world, ann).send('/me/dials', fields)).headers.get('location')).toBe('/me')
    const foreign = await world.call('POST /me/dials', {
      body: new URLSearchParams({ ...fields, setting: '30' }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
        cookie: `svc_session=${ann.token}`,
      },
    })
    expect([foreign.status, (await dialOn(ann)).stands?.setting]).toEqual([403, 19])
    expect((await browsing(world, ann).send('/me/dials', { grinder: '999999', setting: '30' })).status).toBe(404)
  })

  test('leads to the timer of a recipe for a bag that was not brewed yet', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    await keep(ann, huila)
    await say(ann, { grindSetting: 18 })
    const [form] = forms(await me(ann)).filter(one => one.includes('>Start at '))
    const { back, setting } = fieldsIn(form ?? '')
    const path = unescaped(back)
    expect(path).toMatch(/^\/brew\?grinder=comandante-c40-mk4&brewer=[\w-]+&coffee=\d+#brew$/)
    const page = await me(ann, path.replace('#brew', ''))
    expect(page).toContain(`>${setting}</text>`)
    expect(page).toMatch(/Your C40 MK4 is at 18\. Go \d+\u00a0clicks? (finer|coarser)\./)
  })

  test('says who used a grinder last, and what each drinker needs', async () => {
    const ann = await world.person('Ann Arden')
    await keep(ann, huila)
    const kim = (await ask(ann, 'POST /api/user/drinkers', { name: 'Kim' })).body.drinker.id
    await log(ann, {
      coffeeProfileId: huila,
      grindSetting: 24,
      brewedAt: '2026-11-18T07:00:00Z',
      extractionFeedback: { balanced: true },
    })
    const hers = { drinkerId: kim, extractionFeedback: { balanced: true } }
    await log(ann, { coffeeProfileId: huila, grindSetting: 30, brewedAt: '2026-11-19T06:00:00Z', ...hers })
    const mine = (await browsing(world, ann).open('/me?drinker=0', 'tz=Europe/London')).text
    expect(mine).toContain('Your C40 MK4 is at 30. Last set for Kim this morning.')
    expect(mine).toContain('<small>6\u00a0clicks finer</small>')
    expect(mine).toContain('Start at 24')
    const kims = (await browsing(world, ann).open(`/me?drinker=${kim}`, 'tz=Europe/London')).text
    expect(kims).toContain('Your C40 MK4 is at 30, from your V60 this morning.')
    expect(kims).toContain('<small>Leave it there</small>')
    expect(kims).toMatch(/again\?drinker=\d+#brew/)
  })

  test('without open bags offers to add one, and before the first brew stays as it was', async () => {
    const ann = await world.person('Ann')
    expect(await me(ann)).toContain('What’s your grinder?')
    await say(ann, { grindSetting: 18 })
    expect(await me(ann)).toContain('Find your first recipe.')
    const bag = (
      await world.sql<{ id: number }[]>`
        insert into bags (user_id, import_key, name, created_at) values (${ann.id}, 'one', 'One', ${NOW}) returning id`
    )[0]?.id
    await log(ann, { bagId: bag, extractionFeedback: { balanced: true } })
    await world.sql`update bags set is_archived = true where id = ${bag as number}`
    const text = await me(ann)
    expect(text).toContain('No open bags')
    expect(text).toContain('Comandante C40 MK4</b>, where you left it')
  })
})

describe('the line about turning', () => {
  test('is on recipes, their timer and the log, for who is signed in and has turned the dial', async () => {
    const ann = await world.person('Ann')
    await own(ann, c40())
    await keep(ann, huila)
    const line = /Your C40 MK4 is at 18\. Go \d+\u00a0clicks? (finer|coarser)\./
    const recipe = await publish(world, await world.person(), { grinderId: c40(), grindSetting: 24 })
    const paths = [
      `/recipes/${recipe.id}`,
      '/brew?grinder=comandante-c40-mk4',
      '/me/log?nothing',
      '/techniques/adler-original',
    ]
    for (const path of paths)
      expect([path, (await browsing(world, ann).open(path)).text]).not.toEqual([path, expect.stringMatching(line)])
    await say(ann, { grindSetting: 18 })
    for (const path of paths)
      expect([path, (await browsing(world, ann).open(path)).text]).toEqual([path, expect.stringMatching(line)])
    const visitor = await world.call('GET /brew?grinder=comandante-c40-mk4', { headers: { accept: 'text/html' } })
    expect(visitor.text).not.toMatch(line)
  })
})

describe('an account', () => {
  test('takes what was said of its dials along, once, and leaves nothing of it when it is deleted', async () => {
    const [ann, bea] = [await world.person('Ann'), await world.person('Bea')]
    await say(ann, { grindSetting: 18, burrsChangedOn: '2026-11-10' })
    const file = (await ask(ann, 'GET /api/user/export')).body
    expect(file.data.grinders).toMatchObject([{ saidSetting: 18, burrsChangedOn: '2026-11-10' }])
    const said = { stands: { setting: 18, brewLogId: null }, burrsChangedOn: '2026-11-10' }
    await ask(bea, 'POST /api/user/import', file)
    expect(await dialOn(bea)).toMatchObject(said)
    expect((await dialOn(bea)).stands?.at).toBe((await dialOn(ann)).stands?.at)
    await say(bea, { grindSetting: 30 })
    await ask(bea, 'POST /api/user/import', file)
    expect((await dialOn(bea)).stands?.setting).toBe(30)
    const eve = await world.person('Eve')
    const late = {
      ...file,
      data: { ...file.data, grinders: [{ ...file.data.grinders[0], saidAt: '2030-01-01T00:00:00Z' }] },
    }
    await ask(eve, 'POST /api/user/import', late)
    expect(Date.parse((await dialOn(eve)).stands?.at ?? '')).toBeLessThanOrEqual(world.clock.now().getTime())
    await ask(ann, 'DELETE /api/user/account', {})
    expect(await world.sql`select from user_grinders where user_id = ${ann.id}`).toHaveLength(0)
  })
})
