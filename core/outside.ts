/** Documents on other people's servers, fetched under strict rules. */
export interface Outside {
  /**
   * A JSON object at an https address. Throws `Unreachable` if there is none that we accept, and a
   * fault while too many others are being read.
   */
  readJson: (url: string) => Promise<OutsideDocument>
}

export interface OutsideDocument {
  json: unknown
  /** How long it may be kept, from its Cache-Control: between a minute and a day. */
  keepMs: number
}

/** The message is a sentence for the developer of the server, and reveals nothing about ours. */
export class Unreachable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unreachable'
  }
}
