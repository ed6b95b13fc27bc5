/** The precision of scales, and of the grind index in replies. */
export const tenths = (number: number) => Math.round(10 * number) / 10

export const hundredths = (number: number) => Math.round(100 * number) / 100

/** The precision of settings in the grinder data, finer than half of any real step. */
export const thousandths = (number: number) => Math.round(1000 * number) / 1000

/** Removes floating-point noise from a reply. */
export const millionths = (number: number) => Math.round(1e6 * number) / 1e6

/** More than floating-point noise, and less than any difference that matters. */
export const DUST = 1e-9
