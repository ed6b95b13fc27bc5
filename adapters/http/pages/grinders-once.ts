import type { Person } from '../../../core/accounts/model.ts'
import type { Ports } from '../../../core/ports.ts'

/** For a page that only reads: its parts share one query for the reader's own grinders. */
export function withGrindersOnce(ports: Ports, { id }: Person): Ports {
  const { grinders, ownedEquipment, ownGrinders } = ports
  const owned = once(() => ownedEquipment.grinders.list(id))
  const calibrated = once(() => ownGrinders.calibratedBy(id))
  return {
    ...ports,
    ownedEquipment: {
      ...ownedEquipment,
      grinders: {
        ...ownedEquipment.grinders,
        list: userId => (userId === id ? owned() : ownedEquipment.grinders.list(userId)),
      },
    },
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
