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
  /* Of the page's text only the typeface gets past here. Sizes are in px, because the page's rem may be anything. */
  :host {
    all: initial;
    color-scheme: inherit;
    direction: ltr;
    display: block;
    container-type: inline-size;
    font: 15px / 1.4 system-ui, sans-serif;
    font-family: var(--dialin-font, inherit);
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
    --tint: color-mix(in srgb, var(--token-line) 28%, var(--bg));
    --corner: min(var(--radius), 12px);
    --pad: 20px;
    display: flex;
    position: relative;
    flex-direction: column;
    gap: 16px;
    min-height: var(--dialin-height, 552px);
    max-width: var(--dialin-max-width, var(--wide));
    padding: var(--pad);
    overflow: hidden;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--bg);
    color: var(--ink);
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  small,
  dt,
  .roaster,
  .flavour,
  .powered {
    color: var(--dim);
    font-size: 13px;
    font-weight: 400;
  }
  .header {
    display: grid;
    grid-template-columns: auto 1fr;
    align-content: center;
    min-height: 72px;
  }
  .header > * {
    grid-column: 2;
  }
  .bag {
    grid-row: 1 / span 3;
    grid-column: 1;
    align-self: center;
    margin-inline-end: 14px;
    width: 64px;
    height: 72px;
    border-radius: var(--corner);
    background: var(--tint);
    object-fit: cover;
  }
  .roaster,
  .flavour {
    overflow: hidden;
    max-height: 18px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .title {
    font-size: 20px;
    font-weight: 700;
    letter-spacing: -0.01em;
    line-height: 26px;
  }
  button.title {
    display: flex;
    gap: 6px;
    align-items: center;
    max-width: 100%;
    text-align: start;
  }
  .title .sign {
    transform: rotate(90deg);
  }
  .tab-row {
    position: relative;
    flex: none;
    margin: -10px calc(0px - var(--pad)) 0;
    border-bottom: 1px solid var(--edge);
  }
  .tabs {
    display: flex;
    gap: 20px;
    overflow-x: auto;
    padding: 0 var(--pad);
    scrollbar-width: none;
  }
  .forth .tabs {
    mask-image: linear-gradient(to left, transparent 20px, #000 66px);
  }
  .back .tabs {
    mask-image: linear-gradient(to right, transparent 20px, #000 66px);
  }
  .back.forth .tabs {
    mask-image: linear-gradient(to right, transparent 20px, #000 66px calc(100% - 66px), transparent calc(100% - 20px));
  }
  button {
    flex: none;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  [role="tab"] {
    height: 44px;
    padding: 0;
    border-bottom: 2px solid transparent;
    color: var(--dim);
    white-space: nowrap;
  }
  [aria-selected="true"] {
    border-color: var(--strong);
    color: var(--ink);
    font-weight: 600;
  }
  .arrow {
    display: none;
    position: absolute;
    inset: 0 0 0 auto;
    width: 32px;
  }
  .arrow:nth-child(2) {
    inset: 0 auto 0 0;
    transform: scaleX(-1);
  }
  .back .arrow:nth-child(2),
  .forth .arrow:nth-child(3) {
    display: block;
  }
  .sign {
    flex: none;
    width: 20px;
    vertical-align: middle;
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 2;
  }
  .panel {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 16px;
    padding: 3px;
    margin: -3px;
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
  }
  dl div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  dl div + div {
    padding-inline-start: 12px;
    border-inline-start: 1px solid var(--edge);
  }
  dt {
    line-height: 18px;
  }
  dd {
    font-size: 21px;
    font-weight: 700;
    letter-spacing: -0.02em;
    line-height: 26px;
    white-space: nowrap;
  }
  .button {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-height: 44px;
    padding: 4px 14px;
    border: 1px solid var(--token-line-2);
    border-radius: min(var(--radius), 22px);
    color: var(--ink);
    font-weight: 600;
    line-height: 1.2;
    text-decoration: none;
  }
  .fill {
    border-color: var(--fill);
    background: var(--fill);
    color: var(--on-fill);
  }
  .timer {
    padding: 4px 11px;
  }
  .plain {
    font-weight: 600;
    text-decoration: underline var(--token-band) 2px;
    text-underline-offset: 4px;
  }
  .noted {
    position: relative;
  }
  .notes {
    display: -webkit-box;
    overflow: hidden;
    white-space: pre-line;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .open {
    display: block;
  }
  .more {
    position: absolute;
    right: 0;
    bottom: 0;
    padding-inline-start: 32px;
    background: linear-gradient(to right, transparent, var(--bg) 24px);
  }
  .open + .more {
    position: static;
    padding: 0;
  }
  .footer {
    display: flex;
    flex: none;
    gap: 8px;
    align-items: center;
  }
  .powered {
    display: inline-flex;
    gap: 5px;
    align-items: center;
    min-height: 24px;
    margin-inline-start: auto;
    text-decoration: none;
    white-space: nowrap;
  }
  .logo {
    flex: none;
    width: 18px;
    fill: none;
    stroke: currentColor;
    stroke-width: 5;
  }
  .logo path {
    stroke: var(--token-mark);
    stroke-width: 3;
  }
  .fill .logo path {
    stroke: currentColor;
  }
  :focus-visible {
    outline: 2px solid var(--strong);
    outline-offset: 2px;
  }
  .tab-row :focus-visible {
    outline-offset: -3px;
  }
  .failed,
  .empty {
    align-items: center;
    justify-content: center;
    text-align: center;
  }
  .owner {
    padding: 8px 12px;
    border-radius: var(--corner);
    border: 2px solid var(--token-mark);
    font-size: 13px;
    text-align: start;
  }
  /* The page's own link, on our background. It must win over the page's colour for links. */
  ::slotted(*) {
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
    height: 62px;
    border-radius: var(--corner);
    background: var(--tint);
  }
  .bone + .bone {
    width: 100%;
  }
  .bone + .bone + .bone {
    flex: 1;
  }
`
