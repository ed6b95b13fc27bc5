import { html, svg, type TemplateResult } from 'lit'

const sign = (path: string) => html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`

export const arrowSign = () => sign('M9.5 6l6 6-6 6')
export const timer = sign('M5 14a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12 10.5V14l2 1.5M9 3h6M12 3v4')

/** Our sign: a ring with its mark. */
export const dialinSign = html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="13" r="7.5"/><path d="M12 2v9"/></svg>`

/** A part of a ring around the top, `degrees` to either side. */
const arc = (radius: number, degrees: number) => {
  const [x, y] = [Math.sin, Math.cos].map(of => (radius * of((degrees * Math.PI) / 180)).toFixed(1))
  return `M-${x}-${y}A${radius} ${radius} 0 0 1 ${x}-${y}`
}

/** The ring of the wide layout before a grinder is chosen: as the site draws it, without numerals and mark. */
export const blankRing = html`<svg class="ring" viewBox="-30-31.4 60 30.6" aria-hidden="true">${[
  ['knurl', 28.9, 77],
  ['collar', 24, 77],
  ['tick', 27, 75],
  ['tick long', 26.3, 75],
  ['range', 26.2, 27],
  ['tick on-band', 27, 27],
  ['tick long on-band', 26.3, 27],
].map(([name, radius, degrees]) => svg`<path class="${name}" d="${arc(radius as number, degrees as number)}"/>`)}</svg>`

/** The ring of a badge: before a grinder is chosen, it has its band and no mark. */
export const badgeRing = (mark: TemplateResult | undefined) =>
  html`<svg class="gauge" viewBox="-32-34 64 40" aria-hidden="true"><path class="collar" d="${arc(24, 77)}"/><path class="range" d="${arc(25, 27)}"/>${mark}</svg>`
