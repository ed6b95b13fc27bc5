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
  .top {
    display: flex;
    justify-content: space-between;
    align-items: center;
    padding: 0 4px 4px 10px;
  }
  button {
    min-width: 32px;
    min-height: 32px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .top button {
    font-size: 22px;
  }
  .none {
    text-decoration: underline;
  }
  input {
    flex: none;
    width: 100%;
    height: 46px;
    padding: 0 14px;
    border: 2px solid var(--ink);
    border-radius: 12px;
    background: var(--bg);
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
  .quiet {
    padding: 4px 10px;
    color: var(--dim);
    font-size: 13px;
  }
  .quiet:empty {
    display: none;
  }
  #list {
    flex: 1;
    overflow-y: auto;
    min-height: 52px;
  }
  .row {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 44px;
    padding: 6px 10px;
    border-radius: 10px;
    cursor: pointer;
  }
  .row:hover,
  .active {
    background: color-mix(in srgb, var(--ink) 9%, var(--bg));
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
    .row {
      min-height: 58px;
    }
  }
  @media (forced-colors: active) {
    .active {
      outline: 2px solid Highlight;
    }
  }
`
