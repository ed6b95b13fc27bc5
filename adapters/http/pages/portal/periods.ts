import { type Html, html } from '../html.ts'

/** All end today. The first is the default. */
export const periods = [
  { days: 30, name: '30 days', said: 'the last 30 days' },
  { days: 7, name: '7 days', said: 'the last 7 days' },
  { days: 365, name: 'Year', said: 'the last 365 days' },
] as const

/** `chosen` is undefined for a custom period. */
export const periodSwitch = (chosen: number | undefined, hrefOf: (days: number | undefined) => string): Html =>
  html`<nav class="switch" aria-label="Period">${[...periods]
    .sort((one, other) => one.days - other.days)
    .map(
      ({ days, name }) =>
        html`<a href="${hrefOf(days === periods[0].days ? undefined : days)}"${days === chosen ? html` aria-current="page"` : ''}>${name}</a>`,
    )}</nav>`
