import type { css as Css } from 'lit'

/** The list to choose from, in the colours of the card around it. */
export const pickerStyles = (css: typeof Css) => css`
  :host {
    position: fixed;
    inset: auto;
    box-sizing: border-box;
    margin: 0;
    padding: 10px;
    border: 1px solid var(--edge);
    border-radius: 18px;
    background: var(--bg);
    color: var(--ink);
    box-shadow: 0 18px 40px -12px rgb(0 0 0 / 30%);
    font: 15px / 1.4 system-ui;
    font-family: inherit;
    text-align: start;
    overflow: hidden;
  }
  :host(:popover-open) {
    display: flex;
    flex-direction: column;
  }
  * {
    box-sizing: border-box;
    margin: 0;
    padding: 0;
  }
  /* Each text in its own direction, as in the card. */
  :host(:dir(rtl)) {
    text-align: right;
  }
  :host(:dir(rtl)) * {
    unicode-bidi: plaintext;
  }
  svg {
    flex: none;
    width: 18px;
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-width: 2;
  }
  /* Only a sheet has its name and a button to close it. */
  .top {
    display: none;
  }
  button {
    min-width: 44px;
    min-height: 44px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .none {
    text-decoration: underline;
  }
  .field {
    position: relative;
    flex: none;
  }
  .field > svg {
    position: absolute;
    inset-inline-start: 16px;
    height: 100%;
  }
  .clear {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 2px;
  }
  .clear svg {
    vertical-align: middle;
  }
  mark {
    background: none;
    color: inherit;
    font-weight: 700;
    text-decoration: underline;
    text-decoration-color: var(--token-band);
    text-decoration-thickness: 2px;
    text-underline-offset: 3px;
  }
  input {
    width: 100%;
    height: 46px;
    padding-inline: 46px 44px;
    border: 2px solid var(--ink);
    border-radius: 12px;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 16px;
  }
  ::placeholder {
    color: var(--dim);
    opacity: 1;
  }
  :focus-visible {
    outline: 2px solid var(--strong);
    outline-offset: -2px;
  }
  input:focus-visible {
    outline-color: var(--ink);
  }
  .quiet {
    display: flex;
    gap: 8px;
    align-items: center;
    padding: 8px 12px 4px;
    color: var(--dim);
    font-size: 13px;
  }
  .quiet:empty {
    display: none;
  }
  /* Not from zero: where only the most that the popover may have is known, WebKit would leave the list there. */
  #list {
    flex: auto;
    overflow-y: auto;
    min-height: 52px;
    border-radius: 10px;
  }
  .row {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 52px;
    padding: 4px 12px;
    border-radius: 10px;
    color: inherit;
    font-weight: 500;
    line-height: 1.3;
    text-decoration: none;
    cursor: pointer;
  }
  small {
    display: block;
    color: var(--dim);
    font-size: 13px;
    font-weight: 400;
  }
  .row:hover,
  .active {
    background: color-mix(in srgb, var(--token-line) 70%, var(--bg));
  }
  [aria-selected='true'] {
    font-weight: 600;
  }
  [aria-selected='true']::after {
    content: '✓';
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    margin-top: 6px;
    border-top: 1px solid var(--edge);
  }
  .foot .quiet {
    padding-inline: 4px;
  }
  .foot svg {
    width: 16px;
  }
  @media (max-width: 599px) {
    :host {
      inset: auto 0 0;
      width: 100%;
      max-width: none;
      max-height: 80dvh;
      padding: 14px 20px;
      border-radius: 24px 24px 0 0;
    }
    :host::backdrop {
      background: rgb(0 0 0 / 40%);
    }
    .top {
      display: flex;
      position: relative;
      align-items: center;
      justify-content: space-between;
      padding: 10px 0 6px;
      font-size: 20px;
    }
    .top::before {
      content: '';
      position: absolute;
      top: -4px;
      left: calc(50% - 20px);
      width: 40px;
      height: 5px;
      border-radius: 3px;
      background: var(--token-line);
    }
    input {
      height: 54px;
    }
    .row {
      min-height: 58px;
      font-size: 17px;
    }
  }
  @media (forced-colors: active) {
    .active {
      outline: 2px solid Highlight;
    }
  }
`
