import { css, unsafeCSS } from 'lit'

/** The design's colours in both themes, as rules: see build.ts. */
declare const THEME_RULES: string

/** For the element of the page, around the card. */
export const aroundStyles = css`
  :host {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  /* How wide it would like to be where the page leaves that to us (centred, floating, in a row): a container has no such width. */
  :host::before {
    content: '. .';
    display: block;
    height: 0;
    visibility: hidden;
    word-spacing: var(--dialin-max-width, var(--wide));
  }
`

export const cardStyles = css`
  ${unsafeCSS(THEME_RULES)}
  /* Nothing that the page says about text gets past here. Sizes are in px, because the page's rem may be anything. */
  :host {
    all: initial;
    color-scheme: inherit;
    direction: ltr;
    display: block;
    container-type: inline-size;
    font: 15px / 1.4 var(--dialin-font, system-ui, sans-serif);
  }
  :host(:dir(rtl)) .box {
    margin-left: auto;
  }
  * {
    box-sizing: border-box;
    margin: 0;
  }
  /* What is called --token-… comes from the design's tokens, for the theme that is on: see build.ts. */
  .box {
    --bg: var(--dialin-background, var(--token-surface));
    --ink: var(--dialin-text, var(--token-ink));
    --dim: var(--dialin-muted, var(--token-ink-2));
    --edge: var(--dialin-line, var(--token-line));
    --fill: var(--dialin-accent, var(--accent));
    --on-fill: var(--dialin-on-accent, var(--on-accent));
    --strong: var(--dialin-accent, var(--accent-ink));
    --tint: color-mix(in srgb, var(--ink) 5%, var(--bg));
    --corner: min(var(--radius), 10px);
    display: flex;
    flex-direction: column;
    gap: 8px;
    min-height: var(--dialin-height, 440px);
    max-width: var(--dialin-max-width, var(--wide));
    padding: 16px;
    overflow: hidden;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--bg);
    color: var(--ink);
    overflow-wrap: anywhere;
  }
  .header p:not(.title),
  small,
  dt,
  .powered {
    color: var(--dim);
    font-size: 13px;
  }
  select {
    max-width: 100%;
    margin: 0 -4px;
    height: 32px;
    padding: 0 4px;
    border: 1px solid var(--token-line-2);
    border-radius: var(--corner);
    background: var(--bg);
    color: var(--ink);
    font: inherit;
  }
  .title {
    height: auto;
    padding: 0;
    border: 0;
    font-size: 20px;
    font-weight: 650;
    line-height: 28px;
  }
  .tabs {
    display: flex;
    flex: none;
    gap: 4px;
    overflow-x: auto;
    padding: 3px;
    margin: 0 -3px;
    scrollbar-width: none;
  }
  button {
    flex: none;
    padding: 0;
    border: 0;
    background: none;
    color: var(--strong);
    font: inherit;
    cursor: pointer;
  }
  [role="tab"] {
    padding: 4px 10px;
    border-bottom: 2px solid var(--bg);
    color: var(--dim);
  }
  [aria-selected="true"] {
    border-color: var(--strong);
    color: var(--strong);
    font-weight: 600;
  }
  .plain {
    padding: 3px 0;
    text-align: start;
    text-decoration: underline;
  }
  .outlined {
    flex: 1 0 auto;
    max-width: 100%;
    padding: 6px 10px;
    border: 1px solid var(--token-line-2);
    border-radius: var(--corner);
    background: var(--bg);
    font-weight: 600;
  }
  .panel {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 8px;
    padding: 3px;
    margin: -3px;
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    justify-content: space-between;
  }
  dd {
    font-weight: 600;
  }
  .dial {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
    padding: 8px 12px;
    border-radius: var(--corner);
    background: var(--tint);
  }
  .dial button {
    color: var(--ink);
  }
  .dial span {
    display: grid;
    flex: 1 0 auto;
    max-width: 100%;
    grid-template-columns: auto 1fr;
    gap: 0 10px;
    align-items: center;
  }
  .dial b {
    grid-row: span 2;
    font-size: 22px;
    line-height: 1.2;
  }
  .scale {
    flex: 1 0 100%;
  }
  .straight {
    display: block;
    width: 100%;
    overflow: visible;
  }
  .axis,
  .tick {
    stroke: var(--dim);
  }
  .numeral {
    fill: var(--dim);
    font-size: 12px;
    text-anchor: middle;
  }
  .first {
    text-anchor: start;
  }
  .last {
    text-anchor: end;
  }
  .band {
    fill: var(--token-band);
  }
  .band-edge {
    stroke: var(--token-band-edge);
    stroke-width: 2;
  }
  .casing {
    stroke: var(--tint);
    stroke-width: 7;
  }
  .line {
    stroke: var(--token-mark);
    stroke-linecap: round;
    stroke-width: 3;
  }
  .head {
    fill: var(--token-mark);
  }
  .notes {
    display: -webkit-box;
    overflow: hidden;
    white-space: pre-line;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  .open {
    display: block;
  }
  .more {
    align-self: start;
    margin-top: -8px;
  }
  .footer {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    justify-content: space-between;
  }
  .link {
    padding: 8px 14px;
    border: 1px solid transparent;
    border-radius: min(var(--radius), 20px);
    background: var(--fill);
    color: var(--on-fill);
    font-weight: 600;
    text-decoration: none;
  }
  :focus-visible {
    outline: 2px solid var(--strong);
    outline-offset: 2px;
  }
  .failed,
  .empty {
    align-items: center;
    justify-content: center;
    text-align: center;
  }
  .owner {
    padding: 8px 12px;
    border: 2px solid var(--token-mark);
  }
  /* The page's own link, on our background. */
  ::slotted(*) {
    /* It must win over the page's colour for links. */
    color: var(--strong) !important;
  }
  .loading slot {
    display: none;
  }
  .hidden {
    position: absolute;
    clip-path: inset(50%);
  }
  .bone {
    width: 60%;
    height: 24px;
    background: var(--tint);
  }
  .bone + .bone {
    width: 100%;
  }

  .inline {
    display: grid;
    grid-template: auto 1fr auto / minmax(200px, 1fr) minmax(0, auto);
    min-height: var(--dialin-height, 240px);
  }
  .inline .flavour {
    display: none;
  }
  .inline .panel {
    display: grid;
    grid-template-columns: 1fr minmax(260px, 38%);
    gap: 0 24px;
    align-items: center;
  }
  .inline .dial {
    grid-row: span 3;
    grid-column: 2;
  }
  .inline .notes {
    -webkit-line-clamp: 1;
  }
  .inline .panel,
  .inline .footer,
  .inline .owner {
    grid-column: 1 / -1;
  }

  .badge {
    flex-flow: row wrap;
    gap: 0;
    min-height: var(--dialin-height, 64px);
    padding: 0;
  }
  .badge .link {
    display: flex;
    flex: 1 0 150px;
    flex-direction: column;
    justify-content: center;
    min-width: 0;
    padding: 4px 10px;
    border: 0;
    border-inline-start: 6px solid var(--fill);
    border-radius: 0;
    background: none;
    color: var(--ink);
    line-height: 1.25;
  }
  .badge .link > span {
    color: var(--dim);
    font-size: 13px;
    font-weight: 400;
  }
  .badge .link > span b {
    color: var(--ink);
  }
  .badge :focus-visible {
    outline-offset: -3px;
  }
  .badge .powered {
    align-content: center;
    max-width: 90px;
    padding: 2px 8px;
    font-size: 12px;
  }
  .badge:not(.ready) {
    flex-wrap: nowrap;
    gap: 10px;
    align-items: center;
    padding: 6px 12px;
  }

  .inline:not(.ready) {
    display: flex;
  }

  @container (max-width: 919px) {
    .inline {
      min-height: var(--dialin-height, 266px);
    }
  }
  @container (max-width: 599px) {
    .inline,
    .inline .panel {
      display: flex;
      gap: 8px;
      align-items: stretch;
    }
    .inline {
      min-height: var(--dialin-height, 390px);
    }
  }
  @container (max-width: 339px) {
    .card,
    .inline {
      min-height: var(--dialin-height, 540px);
      padding: 12px;
    }
    dl {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(70px, 1fr));
    }
  }
  @container (max-width: 259px) {
    .card,
    .inline {
      min-height: var(--dialin-height, 640px);
    }
    .dial span > * {
      grid-area: auto / 1 / auto / -1;
    }
    .badge {
      min-height: var(--dialin-height, 112px);
    }
  }
  /* Drawings keep their colours there; what they say is in the reader's. */
  @media (forced-colors: active) {
    .box {
      --ink: CanvasText;
      --dim: CanvasText;
      --strong: CanvasText;
      --token-mark: Highlight;
      --token-band: Canvas;
      --token-band-edge: CanvasText;
      --tint: Canvas;
    }
    .dial,
    .bone {
      border: 1px solid;
    }
    [role="tab"] {
      border-color: Canvas;
    }
    [aria-selected="true"] {
      border-color: Highlight;
    }
  }
  @media print {
    .box {
      min-height: 0;
      break-inside: avoid;
    }
    .notes {
      display: block;
    }
    button:not([aria-selected="true"]),
    select.grinder,
    .bone {
      display: none;
    }
    .loading slot {
      display: block;
    }
    .link {
      all: unset;
    }
    .link::after {
      content: " " attr(href);
      font-weight: 400;
    }
  }
`
