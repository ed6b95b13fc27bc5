/** As scales weigh grams and as the grind index is told. */
export const tenths = (number: number) => Math.round(10 * number) / 10

export const hundredths = (number: number) => Math.round(100 * number) / 100

/** As the grinder data has settings: finer than half of any real step. */
export const thousandths = (number: number) => Math.round(1000 * number) / 1000

/** No dust in an answer. */
export const millionths = (number: number) => Math.round(1e6 * number) / 1e6

/** What floating-point arithmetic leaves behind; less than any difference that means something. */
export const DUST = 1e-9
