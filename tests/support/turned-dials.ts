/** Something that turns a dial, as it happened. */
export interface TurnOfDial {
  /** A brew by its id, or what somebody said. */
  by: number | 'said'
  grinder: number
  /** Null: a brew of which nobody noted the setting. */
  setting: number | null
  at: number
}

/**
 * The dials of a kitchen, to compare the service with: everything that happened is played from the
 * beginning, and each thing turns its dial. What never happened, because it was deleted or changed,
 * is not played.
 */
export class TurnedDials {
  #happened: TurnOfDial[] = []
  readonly #ends: ReadonlyMap<number, readonly [number, number]>

  /** By grinder, where its dial ends: nobody can turn it further. */
  constructor(ends: ReadonlyMap<number, readonly [number, number]>) {
    this.#ends = ends
  }

  brewed(turn: TurnOfDial) {
    this.#happened.push(turn)
  }

  forgotten(id: number) {
    this.#happened = this.#happened.filter(({ by }) => by !== id)
  }

  /** Only the last word about a dial is remembered. */
  said(grinder: number, setting: number | null, at: number) {
    this.#happened = this.#happened.filter(one => one.by !== 'said' || one.grinder !== grinder)
    if (setting !== null) this.#happened.push({ by: 'said', grinder, setting, at })
  }

  /** Where each dial stops once all of it has happened. */
  positions() {
    const dials = new Map<number, { setting: number; by: number | 'said' }>()
    for (const { grinder, setting, by } of this.#happened.toSorted(inOrder)) {
      const [least = 0, most = 0] = this.#ends.get(grinder) ?? []
      if (setting !== null && setting >= least && setting <= most) dials.set(grinder, { setting, by })
    }
    return dials
  }
}

/** At the same time, brews happened in the order of the log, and whoever spoke saw the dial after them. */
const inOrder = (one: TurnOfDial, other: TurnOfDial) => one.at - other.at || rank(one) - rank(other)
const rank = ({ by }: TurnOfDial) => (by === 'said' ? Number.MAX_SAFE_INTEGER : by)
