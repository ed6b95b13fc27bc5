import type { Person } from '../../../core/accounts/model.ts'
import type { Ports } from '../../../core/ports.ts'

/** For a page that only reads: its parts share one query for the reader's own grinders, brewers or drinkers. */
export function withGearOnce(ports: Ports, { id }: Person): Ports {
  const { grinders, ownedEquipment, ownGrinders, drinkers } = ports
  const owned = once(() => ownedEquipment.grinders.list(id))
  const machines = once(() => ownedEquipment.machines.list(id))
  const named = once(() => drinkers.list(id))
  const calibrated = once(() => ownGrinders.calibratedBy(id))
  return {
    ...ports,
    ownedEquipment: {
      ...ownedEquipment,
      grinders: {
        ...ownedEquipment.grinders,
        list: userId => (userId === id ? owned() : ownedEquipment.grinders.list(userId)),
      },
      machines: {
        ...ownedEquipment.machines,
        list: userId => (userId === id ? machines() : ownedEquipment.machines.list(userId)),
      },
    },
    drinkers: { ...drinkers, list: userId => (userId === id ? named() : drinkers.list(userId)) },
    ownGrinders: {
      ...ownGrinders,
      calibratedBy: userId => (userId === id ? calibrated() : ownGrinders.calibratedBy(userId)),
      of: async (userId, grinderId) => {
        const published = grinders.byId(grinderId)
        if (userId !== id || !published) return ownGrinders.of(userId, grinderId)
        return (await calibrated()).get(grinderId) ?? { ...published, ownerId: id }
      },
    },
  }
}

function once<T>(ask: () => Promise<T>) {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= ask()
    return answer
  }
}
