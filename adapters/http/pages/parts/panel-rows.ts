import { type Html, html } from '../html.ts'

interface PanelRow {
  sign?: Html
  title: Html | string
  /** A second line. */
  text?: Html | string
  /** The action, or what there is to say, on the right. */
  end: Html
}

export const panelRow = ({ sign, title, text, end }: PanelRow): Html =>
  html`<li>${sign ?? ''}<div class="row-words"><b>${title}</b>${text ? html`<span class="quiet">${text}</span>` : ''}</div><div class="row-end">${end}</div></li>`

/** Rows of 72 px in one panel. */
export const panelRows = (rows: Html[]): Html => html`<ul class="panel rows">${rows}</ul>`

/** What can be done with one thing, behind three dots. */
export const dotsMenu = (label: string, actions: Html): Html =>
  html`<details class="dots"><summary aria-label="${label}"><span aria-hidden="true">⋯</span></summary><div>${actions}</div></details>`
