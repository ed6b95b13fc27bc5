export interface Limit {
  perMinute: number
}

export const perMinute = (count: number): Limit => ({ perMinute: count })

/** Of a form that is shown again as it was typed when it is sent too often: see `PageDeclaration.showsAgain`. */
export const formsPerMinute = (count: number) => ({ limit: perMinute(count), showsAgain: true as const })
