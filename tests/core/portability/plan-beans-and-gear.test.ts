import { describe, expect, test } from 'bun:test'
import { grinderMeant } from '../../../core/grind/find.ts'
import { preparedAs } from '../../../core/portability/preparation.ts'
import { roastOf } from '../../../core/portability/roast.ts'
import { aBean, aMill, anExport, aPreparation } from '../../support/beanconqueror.ts'
import { grinderIdOf, numberedGrinders, planOf } from '../../support/plan.ts'

const bean = async (filled: object) => (await planOf(anExport({ BEANS: [aBean('x', filled)] }))).bags[0]

describe('a bean of Beanconqueror', () => {
  test('becomes a bag, with all its facts and notes', async () => {
    const filled = {
      rating: 4,
      note: 'Again!',
      finished: true,
      favourite: true,
      frozenDate: '2024-05-10T07:00:00.000Z',
      unfrozenDate: '2024-05-20T07:00:00.000Z',
      openDate: '2024-05-08T07:00:00.000Z',
      frozenStorageType: 'VACUUM_SEALED',
      frozenNote: 'Second drawer',
    }
    expect(await bean(filled)).toEqual({
      importKey: 'x',
      parentKey: null,
      name: 'Kiamaina',
      roasterName: 'Nine Coffee Roasters',
      roasterMatchName: 'nine',
      roastLevel: 'LIGHT',
      coffeeType: 'SINGLE_ORIGIN',
      origin: 'Kenya',
      flavorProfile: 'blackcurrant, plum',
      processingMethod: 'washed',
      personalNotes: 'Again!',
      rating: 4,
      weightGrams: 250,
      setGrams: 250,
      setAt: null,
      roastedOn: '2024-05-01',
      openedOn: '2024-05-08',
      frozenOn: '2024-05-10',
      thawedOn: '2024-05-20',
      frozenBefore: null,
      freezerNote: 'Vacuum-sealed. Second drawer',
      isArchived: true,
      isFavourite: true,
      createdAt: '2024-05-01T08:00:00.000Z',
    })
  })

  test('joins the origins of a blend, and recognizes decaf', async () => {
    const bean_information = [{ country: 'Kenya' }, { country: 'Brazil' }, { country: 'Kenya' }, {}]
    expect(await bean({ beanMix: 'BLEND', bean_information })).toMatchObject({
      coffeeType: 'BLEND',
      origin: 'Kenya, Brazil',
    })
    expect(await bean({ decaffeinated: true })).toMatchObject({ coffeeType: 'DECAF' })
    expect(await bean({ beanMix: 'UNKNOWN' })).toMatchObject({ coffeeType: null })
  })

  test.each([
    ['FRENCH_ROAST', '', 'DARK'],
    ['CITY_ROAST', '', 'MEDIUM'],
    ['CUSTOM_ROAST', 'Medium-Light roast', 'MEDIUM_LIGHT'],
    ['CUSTOM_ROAST', 'toasty', undefined],
    ['UNKNOWN', '', undefined],
  ])('with the roast %s %s is %p', (roast, roast_custom, level) => {
    expect(roastOf({ roast, roast_custom })).toBe(level as never)
  })

  test.each<[string, object, object]>([
    ['of unknown roast', { roast: 'UNKNOWN' }, { roastLevel: null }],
    ['without a roaster', { roaster: ' ' }, { roasterName: null, roasterMatchName: null }],
    ['roasted at home', { bean_roast_information: { bean_uuid: 'green' }, roaster: '' }, { name: 'Kiamaina' }],
    ['of no day that the calendar has', { roastingDate: '2024-02-31' }, { roastedOn: null }],
  ])('%s is kept, and nothing of it is guessed', async (_, filled, expected) => {
    const { bags, remarks, notTaken } = await planOf(anExport({ BEANS: [aBean('bean-1', filled)] }))
    expect(bags).toMatchObject([expected])
    expect([remarks, notTaken]).toEqual([[], []])
  })

  test('without a name is not imported; its brews are kept', async () => {
    const { bags, brews, notTaken } = await planOf(anExport({ BEANS: [aBean('bean-1', { name: '' })] }))
    expect([bags.length, brews.length]).toEqual([0, 1])
    expect(notTaken).toMatchObject([
      { kind: 'bean', reason: 'The name is missing. The brews are kept, without a coffee.' },
    ])
  })

  test('with very long texts is cut, and the report says so', async () => {
    const { bags, remarks } = await planOf(
      anExport({ BEANS: [aBean('bean-1', { name: 'n'.repeat(300), note: 'x'.repeat(6000) })] }),
    )
    expect(bags[0]?.name).toHaveLength(200)
    expect(bags[0]?.personalNotes).toHaveLength(5000)
    expect(remarks.map(({ remark }) => remark)).toEqual([
      'The name was cut after 200 characters.',
      'The note was cut after 5000 characters.',
    ])
  })
})

describe('a mill of Beanconqueror', () => {
  test.each([
    ['Comandante C40 MK4', 'comandante-c40-mk4'],
    ['c40 mk4', 'comandante-c40-mk4'],
    ['1Zpresso JX-Pro', '1zpresso-jx-pro'],
    ['Encore', 'baratza-encore'],
    ['K-Ultra', '1zpresso-k-ultra'],
    ['kultra', '1zpresso-k-ultra'],
    ['1Zpresso K Ultra', '1zpresso-k-ultra'],
    ['comandant c40 mk4', 'comandante-c40-mk4'],
    ['nic', undefined],
    ['Comandante', undefined],
    ['C40', undefined],
    ['Comandante C40 MK4 of my aunt', undefined],
    ['K', undefined],
    ['', undefined],
    ['Standard', undefined],
  ])('called %p is %p, and never a guess', (name, slug) => {
    expect(grinderMeant(numberedGrinders, name)?.slug).toBe(slug as never)
  })

  test('that may be several is the one that the person owns', async () => {
    const file = anExport({ MILL: [aMill('mill-c40', 'C40')] })
    expect((await planOf(file)).grinders).toEqual([{ name: 'C40', grinder: undefined }])
    expect((await planOf(file, ['comandante-c40-mk3'])).brews[0]?.grinderId).toBe(grinderIdOf('comandante-c40-mk3'))
    expect((await planOf(file, ['comandante-c40-mk3', 'comandante-c40-mk4'])).brews[0]?.grinderId).toBeNull()
  })
})

describe('a preparation of Beanconqueror', () => {
  test.each([
    ['V60', 'POUR OVER', '', 'v60', false],
    ['PORTAFILTER', 'ESPRESSO', '', 'espresso', false],
    ['AEROPRESS_INVERTED', 'FULL_IMMERSION', '', 'aeropress', false],
    ['ORIGAMI', 'POUR OVER', '', 'v60', true],
    ['OREA', 'POUR OVER', '', 'kalita', true],
    ['CUSTOM_PREPARATION', 'POUR OVER', 'My dripper', 'v60', true],
    ['CUSTOM_PREPARATION', 'POUR_OVER', 'My dripper', 'v60', true],
    ['CUSTOM_PREPARATION', 'FULL_IMMERSION', 'Teapot', 'french_press', true],
    ['CUSTOM_PREPARATION', 'PERCOLATION', 'Grandma’s pot', 'drip', true],
    ['KARLSBADER_KANNE', 'PERCOLATION', '', 'drip', true],
    ['SOMETHING_NEW', '', '', 'v60', true],
    ['constructor', '__proto__', '', 'v60', true],
    ['HARIO_SWITCH', 'FULL_IMMERSION', '', 'clever', true],
    ['CUSTOM_PREPARATION', 'FULL_IMMERSION', 'Big French Press', 'french_press', false],
    ['CUSTOM_PREPARATION', 'ESPRESSO', 'Lever', 'espresso', true],
    // What the app knows is what the app calls it, whatever its owner does.
    ['COLD_DRIP', 'PERCOLATION', 'Cold drip', 'cold_brew', true],
    ['HARIO_SWITCH', 'POUR OVER', 'Hario Switch V60', 'clever', true],
    ['DRIPPER', 'POUR OVER', 'Espresso cup pour', 'v60', true],
    ['NEXT_YEARS_BREWER', 'POUR OVER', 'My Chemex', 'chemex', false],
    ['SOMETHING_NEW', 'POUR OVER', '', 'v60', true],
  ])('%s (%s, %p) is %s', (type, style_type, name, method, kin) => {
    const config = { uuid: 'p', unix_timestamp: 0 }
    expect(preparedAs({ type, style_type, name, config })).toMatchObject({ method, kin } as never)
  })

  test('for an inverted AeroPress has that style', async () => {
    const inverted = await planOf(anExport({ PREPARATION: [aPreparation('prep-v60', 'AEROPRESS_INVERTED')] }))
    expect(inverted.brews).toMatchObject([{ method: 'aeropress', style: 'inverted' }])
    expect((await planOf(anExport())).brews).toMatchObject([{ method: 'v60', style: null }])
  })

  test('that is only the closest match is reported', async () => {
    const PREPARATION = [
      aPreparation('prep-v60', 'CUSTOM_PREPARATION', { name: 'Teapot', style_type: 'FULL_IMMERSION' }),
    ]
    const { brews, remarks } = await planOf(anExport({ PREPARATION }))
    expect(brews).toMatchObject([{ method: 'french_press' }])
    expect(remarks).toMatchObject([
      { name: 'Teapot', remark: 'We don’t have this method; its brews are logged as French press, the closest one.' },
    ])
  })
})
