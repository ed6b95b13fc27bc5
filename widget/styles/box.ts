import { css, unsafeCSS } from 'lit'

/** The design's colours in both themes, as rules: see build.ts. */
declare const THEME_RULES: string

/** The box, its colours and text, and controls that are the same everywhere in it. */
export const boxStyles = css`
  ${unsafeCSS(THEME_RULES)}
  /* Of the page's text only the typeface gets past here. Sizes are in px, because the page's rem may be anything. */
  :host {
    all: initial;
    color-scheme: inherit;
    display: block;
    container-type: inline-size;
    font: 15px / 1.4 system-ui;
    font-family: var(--dialin-font, inherit);
    text-align: left;
  }
  :host(:dir(rtl)) {
    text-align: right;
  }
  :host(:dir(rtl)) .box {
    margin-left: auto;
  }
  /* Each text in its own direction, whatever that of the page. */
  :host(:dir(rtl)) * {
    unicode-bidi: plaintext;
  }
  dd,
  .setting,
  .scale,
  .hint {
    direction: ltr;
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
    --height: 550px;
    min-height: var(--dialin-height, var(--height));
    max-width: var(--dialin-max-width, var(--wide));
    padding: var(--pad);
    overflow: hidden;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--bg);
    color: var(--ink);
    overflow-wrap: anywhere;
    text-wrap: balance;
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
  button {
    flex: none;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  svg {
    flex: none;
    fill: none;
  }
  .sign {
    width: 20px;
    vertical-align: middle;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 2;
  }
  .button {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-height: 44px;
    padding: 3px 14px;
    border: 1px solid var(--token-line-2);
    border-radius: min(var(--radius), 22px);
    color: var(--ink);
    font-weight: 600;
    line-height: 1.2;
    overflow-wrap: break-word;
    word-break: keep-all;
    text-align: center;
    text-decoration: none;
  }
  .fill {
    border-color: var(--dialin-accent, var(--rim));
    background: var(--fill);
    color: var(--on-fill);
  }
  .plain {
    font-weight: 600;
    /* One by one: WebKit does not take them together. */
    text-decoration: underline;
    text-decoration-color: var(--token-band);
    text-decoration-thickness: 2px;
    text-underline-offset: 4px;
  }
  :focus-visible {
    outline: 2px solid var(--strong);
    outline-offset: 2px;
  }
`
