/** We store water in Fahrenheit; most of the world reads Celsius. */
export const fahrenheitOf = (celsius: number) => celsius * 1.8 + 32

/** In whole degrees, as kettles show them. */
export const celsiusOf = (fahrenheit: number) => Math.round((fahrenheit - 32) / 1.8)

/** A temperature difference, in whole degrees. */
export const celsiusBy = (fahrenheit: number) => Math.round(fahrenheit / 1.8)

/** Regions that cook in Fahrenheit. "en" alone does not name a region, so it gets Celsius. */
export const readsFahrenheit = (language: string) => /-(US|LR|BS|KY|PW|FM|MH)\b/.test(language)
