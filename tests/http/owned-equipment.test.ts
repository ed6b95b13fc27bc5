import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface Item {
  id: number
  isDefault: boolean
  nickname: string | null
}

const kinds = ['grinder', 'machine', 'filter'] as const

for (const kind of kinds) {
  const idName = `${kind}Id`
  const catalog = () => world.ports[`${kind}s`].list()
  const item = (at: number) => catalog()[at]?.id as number
  const add = (as: Someone, at: number, fields: object = {}) =>
    world.call(`POST /api/user/${kind}s`, { as, body: { [idName]: item(at), ...fields } })
  const remove = (as: Someone, at: number) =>
    world.call(`DELETE /api/user/${kind}s`, { as, body: { [idName]: item(at) } })
  const list = async (as: Someone): Promise<Item[]> =>
    (await world.call(`GET /api/user/${kind}s`, { as })).body[`${kind}s`]

  describe(`own ${kind}s`, () => {
    test('start empty, and accept an item of the catalog with its details', async () => {
      const ann = await world.person()
      expect(await list(ann)).toEqual([])
      const { status, body } = await add(ann, 0, { nickname: ' Blue one ' })
      expect(status).toBe(201)
      expect(body[kind]).toMatchObject({ id: item(0), [idName]: item(0), isDefault: false, nickname: 'Blue one' })
      expect(body[kind].slug).toBe(catalog()[0]?.slug as string)
      expect(await list(ann)).toEqual([body[kind]])
    })

    test('a new default replaces the old one and is listed first', async () => {
      const ann = await world.person()
      await add(ann, 0, { isDefault: true })
      await add(ann, 1)
      await add(ann, 2, { isDefault: true })
      const items = await list(ann)
      expect(items.map(({ id, isDefault }) => [id, isDefault])).toEqual([
        [item(2), true],
        [item(0), false],
        [item(1), false],
      ])
    })

    test('adding one again changes the given fields and keeps the others', async () => {
      const ann = await world.person()
      await add(ann, 0, { isDefault: true, nickname: 'Old' })
      await add(ann, 0)
      expect(await list(ann)).toMatchObject([{ isDefault: true, nickname: 'Old' }])
      await add(ann, 0, { nickname: 'New' })
      expect(await list(ann)).toMatchObject([{ isDefault: true, nickname: 'New' }])
      await add(ann, 0, { isDefault: false, nickname: null })
      expect(await list(ann)).toMatchObject([{ isDefault: false, nickname: null }])
    })

    test('concurrent defaults leave exactly one', async () => {
      const ann = await world.person()
      const replies = await Promise.all([0, 1, 2, 0, 1, 2].map(at => add(ann, at, { isDefault: true })))
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
      expect((await list(ann)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    })

    test('removing the default leaves none; removing a missing item changes nothing', async () => {
      const ann = await world.person()
      await add(ann, 0, { isDefault: true })
      await add(ann, 1)
      expect((await remove(ann, 0)).status).toBe(200)
      expect(await list(ann)).toMatchObject([{ id: item(1), isDefault: false }])
      expect((await remove(ann, 0)).body).toEqual({ success: true })
    })

    test('are private', async () => {
      const [ann, ben] = [await world.person(), await world.person()]
      await add(ann, 0, { isDefault: true })
      await add(ben, 0, { isDefault: true, nickname: 'Ben’s' })
      await remove(ben, 0)
      expect(await list(ann)).toMatchObject([{ isDefault: true, nickname: null }])
    })

    test('refuse a missing or unknown id, and name the field', async () => {
      const as = await world.person()
      const call = (method: string, body: object) => world.call(`${method} /api/user/${kind}s`, { as, body })
      for (const method of ['POST', 'DELETE'])
        expect(await call(method, {})).toMatchObject({ status: 400, body: { error: `${idName} is required.` } })
      for (const wrong of [0, -1, 1.5, '7', null, 2 ** 31])
        expect((await call('POST', { [idName]: wrong })).status).toBe(400)
      expect(await call('POST', { [idName]: 2 ** 31 - 1 })).toMatchObject({
        status: 400,
        body: { error: `${idName} doesn’t match any ${kind}. See the list of ${kind}s for all IDs.` },
      })
      for (const nickname of ['', ' ', 'x'.repeat(201), 7])
        expect((await add(as, 0, { nickname })).body.error).toStartWith('nickname ')
      expect((await add(as, 0, { nickname: 'x'.repeat(200) })).status).toBe(201)
      expect((await add(as, 0, { isDefault: 'yes' })).body.error).toBe('isDefault must be true or false.')
    })

    test('need a sign-in', async () => {
      for (const method of ['GET', 'POST', 'DELETE'])
        expect(
          (await world.call(`${method} /api/user/${kind}s`, { body: method === 'GET' ? undefined : {} })).status,
        ).toBe(401)
    })
  })
}

describe('calibrating an own grinder', () => {
  const c40 = () => world.ports.grinders.list().find(({ slug }) => slug === 'comandante-c40-mk4')?.id as number
  const calibrate = (as: Someone, references: unknown, grinderId: unknown = c40()) =>
    world.call('POST /api/user/grinders/calibrate', { as, body: { grinderId, references } })
  const justRight = (setting: number, grindIndex = 41) => ({ grindIndex, setting, feedback: 'JUST_RIGHT' })

  test('changes the curve for that person only, and adds the grinder to their list', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const { status, body } = await calibrate(ann, [justRight(29)])
    expect(status).toBe(200)
    expect(body.calibration).toMatchObject({
      grinderId: c40(),
      references: [{ ...justRight(29), tastedAt: expect.any(String) }],
      stretch: 1,
      calibrated: true,
    })
    const published = world.ports.grinders.byId(c40())
    expect(body.calibration.curve.map((point: { setting: number }) => point.setting)).toEqual(
      published?.references.map(({ setting }) => expect.closeTo(setting + body.calibration.shift, 5)) as number[],
    )
    expect(await world.ports.ownGrinders.of(ann.id, c40())).toMatchObject({
      calibrated: true,
      references: body.calibration.curve,
    })
    expect(await world.ports.ownGrinders.of(ben.id, c40())).toEqual({ ...published, ownerId: ben.id } as never)
    const { grinders } = (await world.call('GET /api/user/grinders', { as: ann })).body
    expect(grinders).toMatchObject([{ id: c40(), calibrated: true, isDefault: false }])
    expect(grinders[0].minGrindIndex).toBeLessThan(100)
  })

  test('is returned with when each point was tasted: as sent, never in the future, else now', async () => {
    const ann = await world.person()
    await calibrate(ann, [
      { ...justRight(29), tastedAt: '2026-01-02T08:30:00+01:00' },
      { ...justRight(29.5), tastedAt: '2999-01-01T00:00:00Z' },
    ])
    const read = async () => (await world.call(`GET /api/user/grinders/${c40()}/calibration`, { as: ann })).body
    const [first, second] = (await read()).calibration.references
    expect(first).toEqual({ ...justRight(29), tastedAt: '2026-01-02T07:30:00.000Z' })
    expect(Date.parse(second.tastedAt)).toBeLessThanOrEqual(world.clock.now().getTime())
    // What was returned may be sent back, with another point.
    await calibrate(ann, [first, second, { ...justRight(28.5), tastedAt: null }])
    expect((await read()).calibration.references.slice(0, 2)).toEqual([first, second])
    // Points from before dates were stored have none.
    await world.sql`update user_grinders set tasted = ${world.sql.json([justRight(29)])} where user_id = ${ann.id}`
    expect((await read()).calibration.references).toEqual([{ ...justRight(29), tastedAt: null }])
    const odd = await calibrate(ann, [{ ...justRight(29), tastedAt: 'yesterday' }])
    expect([odd.status, odd.body.error]).toEqual([
      400,
      expect.stringContaining('references[0].tastedAt must be a time'),
    ])
  })

  test('a second calibration replaces the first; default and nickname stay', async () => {
    const ann = await world.person()
    const body = { grinderId: c40(), isDefault: true, nickname: 'Travel' }
    await world.call('POST /api/user/grinders', { as: ann, body })
    await calibrate(ann, [justRight(29)])
    const second = (await calibrate(ann, [justRight(22)])).body.calibration
    expect((await world.ports.ownGrinders.of(ann.id, c40())).references).toEqual(second.curve)
    const again = await world.call('POST /api/user/grinders', { as: ann, body: { grinderId: c40() } })
    expect(again.body.grinder).toMatchObject({ calibrated: true, isDefault: true, nickname: 'Travel' })
  })

  test('can be read and removed; the grinder stays', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const path = `/api/user/grinders/${c40()}/calibration`
    const { calibration } = (await calibrate(ann, [justRight(29)])).body
    expect((await world.call(`GET ${path}`, { as: ann })).body).toEqual({ calibration })
    expect((await world.call(`GET ${path}`, { as: ben })).status).toBe(404)
    expect((await world.call(`DELETE ${path}`, { as: ben })).status).toBe(404)
    expect((await world.call(`DELETE ${path}`, { as: ann })).body).toEqual({ success: true })
    expect((await world.call(`GET ${path}`, { as: ann })).status).toBe(404)
    expect((await world.call('GET /api/user/grinders', { as: ann })).body.grinders).toMatchObject([
      { id: c40(), calibrated: false },
    ])
  })

  test('a reference that would move the curve too far is refused with what it would mean', async () => {
    const { status, body } = await calibrate(await world.person(), [justRight(40, 9)])
    expect([status, body.error]).toEqual([400, expect.stringContaining('a V60 from 25 clicks to beyond the dial')])
  })

  test('is deleted when the grinder is removed from the list', async () => {
    const ann = await world.person()
    await calibrate(ann, [justRight(29)])
    await world.call('DELETE /api/user/grinders', { as: ann, body: { grinderId: c40() } })
    expect((await world.ports.ownGrinders.of(ann.id, c40())).calibrated).toBeUndefined()
    expect((await world.ports.ownGrinders.calibratedBy(ann.id)).size).toBe(0)
  })

  test('contradictory references are refused by name, and nothing changes', async () => {
    const ann = await world.person()
    const { status, body } = await calibrate(ann, [justRight(20), justRight(30)])
    expect(status).toBe(400)
    expect(body.error).toContain('JUST_RIGHT at 20 clicks for index 41')
    expect(body.error).toContain('JUST_RIGHT at 30 clicks for index 41')
    expect((await world.call('GET /api/user/grinders', { as: ann })).body.grinders).toEqual([])
  })

  test('refuses missing or out-of-bounds fields by name', async () => {
    const ann = await world.person()
    const error = async (references: unknown, grinderId?: unknown) => {
      const { status, body } = await calibrate(ann, references, grinderId)
      expect(status).toBe(400)
      return body.error
    }
    expect(await error(undefined)).toBe('references is required.')
    expect(await error([])).toBe('references must hold at least one reference.')
    expect(await error(Array(51).fill(justRight(24)))).toBe('references must hold at most 50 references.')
    for (const reference of [[], [41, 24], 24, null])
      expect(await error([reference])).toBe('references[0] must be an object.')
    expect(await error([justRight(24, 101)])).toBe('references[0].grindIndex must be from 0 to 100.')
    expect(await error([justRight(24, -1)])).toBe('references[0].grindIndex must be from 0 to 100.')
    expect(await error([{ ...justRight(24), feedback: 'FINE' }])).toBe(
      'references[0].feedback must be one of TOO_FINE, JUST_RIGHT, TOO_COARSE.',
    )
    expect(await error([justRight(92)])).toContain('so 92 is off its dial')
    expect(await error([justRight(24)], 2 ** 31 - 1)).toStartWith('grinderId doesn’t match any grinder')
    const unsigned = await world.call('POST /api/user/grinders/calibrate', { body: {} })
    expect(unsigned.status).toBe(401)
  })
})
