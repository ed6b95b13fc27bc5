/** Water is told in Fahrenheit; most of the world, its guides and its apps, read Celsius. */
export const fahrenheitOf = (celsius: number) => celsius * 1.8 + 32

/** In whole degrees, as a kettle shows them. */
export const celsiusOf = (fahrenheit: number) => Math.round((fahrenheit - 32) / 1.8)

/** How much hotter, in whole degrees. */
export const celsiusBy = (fahrenheit: number) => Math.round(fahrenheit / 1.8)

/** Those who cook in Fahrenheit; "en" alone says nothing, and the scale of most of the world it is. */
export const readsFahrenheit = (language: string) => /-(US|LR|BS|KY|PW|FM|MH)\b/.test(language)
