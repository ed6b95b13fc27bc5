import { aBean, aBrew, anExport } from './beanconqueror.ts'
import { many } from './many.ts'
import { zipped } from './zip.ts'

/** Names that no other import has used, so that everything is new. */
export const newBeans = (count: number) => {
  const lot = crypto.randomUUID().slice(0, 8)
  return many(count, at => aBean(`bean-${at}`, { name: `Lot ${lot} ${at}`, roaster: `Roaster ${lot} ${at}` }))
}

export const minuteOf = (at: number) => new Date(Date.parse('2024-01-01') + at * 60_000).toISOString()

/** The same 10,000 brews from 500 bags, in each file format. */
export const tenThousand = {
  archive: () => {
    const BREWS = many(10_000, at => aBrew(`brew-${at}`, { bean: `bean-${at % 500}`, grind_size: `${10 + (at % 25)}` }))
    const file = JSON.stringify(anExport({ BEANS: newBeans(500), BREWS: BREWS.slice(0, 500) }))
    const parts = many(19, at => ({
      name: `Beanconqueror_Brews_${at + 1}.json`,
      text: JSON.stringify(BREWS.slice(500 * (at + 1), 500 * (at + 2))),
    }))
    return zipped([{ name: 'Beanconqueror.json', text: file }, ...parts])
  },
  account: () => {
    const lot = crypto.randomUUID().slice(0, 8)
    const coffees = many(500, at => ({ id: at + 1, name: `Lot ${lot} ${at}`, slug: `lot-${at}`, roasterName: lot }))
    const brewLogs = many(10_000, at => ({
      id: at + 1,
      method: 'v60',
      createdAt: minuteOf(at),
      coffeeProfileId: 1 + (at % 500),
      grinderId: 1,
      grindSetting: 10 + (at % 25),
      doseGrams: 15,
      waterGrams: 250,
      notes: `Cup ${at}`,
    }))
    const grinders = [{ id: 1, slug: 'comandante-c40-mk4' }]
    return JSON.stringify({ account: {}, data: { brewLogs }, names: { coffees, grinders } })
  },
  table: () => {
    const lot = crypto.randomUUID().slice(0, 8)
    const rows = many(
      10_000,
      at =>
        `${minuteOf(at)},V60,Lot ${lot} ${at % 500},${lot},Comandante C40 MK4,${10 + (at % 25)} clicks,15,250,Cup ${at}`,
    )
    return `date,method,coffee,roaster,grinder,setting,coffee_g,water_g,notes\n${rows.join('\n')}`
  },
}
