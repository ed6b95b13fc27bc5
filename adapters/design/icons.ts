import type { MethodId } from '../../core/grind/methods.ts'
import type { Pen } from './pen.ts'
import { colourIn, type Scheme } from './tokens.ts'

/** Brewers as line drawings in a 30 by 30 box. */
const brewers: Record<MethodId, string> = {
  turkish: 'M8 10h14l-2 5 3 12H7l3-12zM22 13l7-7',
  espresso: 'M2 9h17v4c0 4-3 6-8.5 6S2 17 2 13zM19 11h10M8 19v3M12.5 19v3M6 27h9',
  moka: 'M9 4h12l-3 9 4 13H8l4-13zM15 4V2M12 13h6M10.5 19h9M21 5h4v9',
  aeropress: 'M11 2h8M15 2v4M10 6h10v14H10zM10 12h10M8 20h14M12 20v4h6v-4M15 24v3M12.5 28h5',
  siphon: 'M10 2h10v7c0 2-2 4-5 4s-5-2-5-4zM15 13v5M8.5 20.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M9 29h12',
  v60: 'M3 6h24L18 20h-6zM9 6l4 14M21 6l-4 14M12 20v5M18 20v5M7 25h16',
  kalita: 'M4 7h22l-3 13H7zM10 7l1.5 13M15 7v18M20 7l-1.5 13M7 25h16',
  drip: 'M5 3h20v7H5zM7 10v18h18M16 10v4M11 14h12l-1.5 11h-9z',
  clever: 'M2 6h26M4 6l6 14h10l6-14M11 20v5M19 20v5M7 25h16',
  chemex: 'M8 3l5 11L7 26c-.5 1.5 0 2 1 2h14c1 0 1.5-.5 1-2L17 14l5-11M11 14h8M10 21h10',
  french_press: 'M11 3h8M15 3v6M8 9h14v20H8zM8 17h14M22 13h4c1 0 2 1 2 2v6c0 1-1 2-2 2h-4',
  cold_brew: 'M7 8h16l-2 20H9zM8 15h14M15 8l3-5h5M12 20l3 2-2 2M18 21l-2 3',
}

/** Everything else, in a 24 by 24 box. */
const signs = {
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5L20 20',
  menu: 'M3 6h18M3 12h18M3 18h18',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  check: 'M5 12.5l5 5 9-11',
  timer: 'M5 14a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12 10.5V14l2 1.5M9 3h6M12 3v4',
  up: 'M7 11v9H4v-9zM7 11l4-7c1.5 0 2.5 1 2.5 2.5V10h5c1 0 1.8 1 1.6 2l-1.3 6.5c-.2.9-1 1.5-1.8 1.5H7',
  'up-arrow': 'M12 19V5M6 11l6-6 6 6',
  down: 'M7 13V4H4v9zM7 13l4 7c1.5 0 2.5-1 2.5-2.5V14h5c1 0 1.8-1 1.6-2l-1.3-6.5C18.6 4.6 17.8 4 17 4H7',
  fault: 'M12 4l9 16H3zM12 10v5M12 17.5v.1',
  save: 'M6 4h12v16l-6-5-6 5z',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M5 12v8h14v-8',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  play: 'M8 5l11 7-11 7z',
  higher: 'M6 14.5l6-6 6 6',
  lower: 'M6 9.5l6 6 6-6',
  grip: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  cross: 'M6 6l12 12M18 6L6 18',
  place: 'M12 21c5-6 7-9 7-12a7 7 0 1 0-14 0c0 3 2 6 7 12zM9.5 9a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  close: 'M6 6l12 12M18 6L6 18',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  turn: 'M8 4v16M4.5 16.5L8 20l3.5-3.5M16 20V4M12.5 7.5L16 4l3.5 3.5',
  apple:
    'M12 8C9.5 6 5.5 7.5 5.5 12S8.5 21 10 21c1 0 1.2-.5 2-.5s1 .5 2 .5c1.8 0 4-3.5 4.3-5.5-2.8-1.3-2.6-5-.1-6.2C17 7 14 7 12 8zM12 6.5C12 4.5 13 3 15 2.5',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  laptop: 'M5 5h14v11H5zM2 19h20',
  phone: 'M7 3h10v18H7zM11 18h2',
  fork: 'M7 8v8M7 8a2 2 0 1 0 0-4a2 2 0 0 0 0 4M7 20a2 2 0 1 0 0-4a2 2 0 0 0 0 4M17 8a2 2 0 1 0 0-4a2 2 0 0 0 0 4c0 4-10 3-10 8',
  lock: 'M5 11h14v10H5zM8 11V8a4 4 0 0 1 8 0v3M12 15v2',
  house: 'M4 11l8-7 8 7v9H4z',
  bean: 'M6.5 17.5c-3-3-2.5-8 .5-11s8-3.5 11-.5 2.5 8-.5 11-8 3.5-11 .5zM7 17c1-4 9-6 10-10',
  sheet: 'M5 3h14v18H5zM9 8h6M9 12h6M9 16h3',
  bars: 'M5 20v-7M12 20V4M19 20v-10',
  tag: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM19 14v2M14 19v1M18 19h2v1',
  person: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c0-5 3-7 8-7s8 2 8 7',
  people:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 20c0-4.5 2.5-6 6.5-6s6.5 1.5 6.5 6M16 5.200a3.5 3.5 0 0 1 0 6.600M18 14.5c2.5.7 3.5 2.5 3.5 5.5',
} as const
export type Sign = keyof typeof signs

/** For a drawing that it is a part of. */
export const brewerPath = (method: MethodId): string => brewers[method]

export const drawBrewer = <T>({ html }: Pen<T>, method: MethodId): T =>
  html`<svg class="icon brewer" viewBox="0 0 30 30" aria-hidden="true"><path d="${brewers[method]}"/></svg>`

export const drawSign = <T>({ html }: Pen<T>, sign: Sign): T =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${signs[sign]}"/></svg>`

/** The ring of the wordmark; also the favicon and the icon for a grinder. */
export const drawLogo = <T>({ html }: Pen<T>): T =>
  html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="13" r="7.5"/><path class="band" d="${LOGO_BAND}"/><path class="casing" d="${LOGO_CASING}"/><path class="mark" d="${LOGO_MARK}"/></svg>`

/**
 * The logo as a standalone file, where no stylesheet applies. `room` is the margin that a phone may
 * crop.
 */
export function appIcon(room: number): string {
  const size = 24 + 2 * room
  const circle = (scheme: Scheme) => `circle{stroke:${colourIn(scheme, scheme === 'light' ? 'collar' : 'ink')}}`
  const ground = `<path fill="${colourIn('light', 'paper')}" d="M0 0h${size}v${size}H0z"/><style>${circle('light')}</style>`
  const casing = `.casing{stroke:${colourIn('dark', 'paper')}}`
  const bare = `<style>${circle('light')}@media(prefers-color-scheme:dark){${circle('dark')}${casing}}</style>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" fill="none" stroke-width="5"><title>Dialin</title>${room > 0 ? ground : bare}<g transform="translate(${room} ${room})"><circle cx="12" cy="13" r="7.5"/><path d="${LOGO_BAND}" stroke="${colourIn('light', 'band')}"/><path class="casing" d="${LOGO_CASING}" stroke-width="4.4"/><path d="${LOGO_MARK}" stroke="${colourIn('light', 'mark')}" stroke-width="2.2"/></g></svg>`
}

const LOGO_BAND = 'M6.7 7.7A7.5 7.5 0 0 1 17.3 7.7'
const LOGO_MARK = 'M12 1v9.5'
/** Keeps mark and band apart on a dark page, where they are alike in brightness; only as long as the band is wide. */
const LOGO_CASING = 'M12 3v5'
