import { css } from 'lit'

/**
 * The layouts by the width of the element. The heights are what the content needs with a picture and a
 * note, so that nothing moves when the data comes; what is left over goes into the panel.
 */
export const layoutStyles = css`
  .badge {
    flex-direction: row;
    gap: 0;
    align-items: stretch;
    min-height: var(--dialin-height, 76px);
    padding: 0;
  }
  .badge .link {
    display: flex;
    flex: 1;
    gap: 14px;
    align-items: center;
    min-width: 0;
    padding: 8px 12px 8px 16px;
    color: var(--ink);
    line-height: 1.3;
    text-decoration: none;
  }
  .badge .link > span {
    flex: 1;
    min-width: 0;
  }
  .badge span > b {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
  }
  .badge small b {
    color: var(--ink);
  }
  .badge :focus-visible {
    outline-offset: -3px;
  }
  .badge .powered {
    padding: 0 12px;
    border-inline-start: 1px solid var(--edge);
  }
  .badge .powered span {
    display: none;
  }
  .badge:not(.ready) {
    align-items: center;
    gap: 10px;
    padding: 6px 12px;
  }
  .badge .bone {
    height: 40px;
  }

  @container (min-width: 440px) {
    .card,
    .inline {
      min-height: var(--dialin-height, 528px);
    }
    .dial {
      min-height: 166px;
    }
    .dial:not(.chosen) .reading {
      grid-column: 1;
    }
    .dial:not(.chosen) .button {
      grid-row: 1;
      grid-column: 2;
    }
  }
  @container (min-width: 600px) {
    .card {
      min-height: var(--dialin-height, 442px);
    }
    .card .panel {
      display: grid;
      grid-template: auto 1fr / 1fr minmax(300px, 46%);
      gap: 16px 24px;
    }
    .card .dial {
      grid-row: span 2;
      grid-column: 2;
      min-height: 188px;
    }
    .card .noted {
      align-self: end;
    }
    .card dl {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 16px 0;
    }
    .card dl div:nth-child(odd) {
      padding: 0;
      border: 0;
    }
    .card dd {
      font-size: 30px;
      line-height: 36px;
    }
    .inline {
      --side: min(40%, 380px);
      min-height: var(--dialin-height, 290px);
      padding-inline-end: calc(var(--side) + 2 * var(--pad));
    }
    .inline .tab-row {
      margin-inline: 0;
    }
    .inline .tabs {
      padding: 0;
    }
    .inline .dial {
      position: absolute;
      inset: var(--pad) var(--pad) var(--pad) auto;
      width: var(--side);
    }
    .inline .noted {
      display: none;
    }
    .dial:not(.chosen) .reading,
    .dial:not(.chosen) .button {
      grid-row: auto;
      grid-column: 1 / -1;
    }
  }
  @container (max-width: 439px) {
    .buy ~ .powered span {
      display: none;
    }
  }
  @container (max-width: 319px) {
    .box {
      --pad: 16px;
    }
    .card,
    .inline {
      min-height: var(--dialin-height, 620px);
    }
    .header {
      min-height: 0;
    }
    .powered span {
      display: none;
    }
    .bag {
      display: none;
    }
    /* Two columns; one where the text is enlarged. */
    dl {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(max(40%, 4.3em), 1fr));
      gap: 10px 0;
    }
    dl div:nth-child(odd) {
      padding: 0;
      border: 0;
    }
    .button {
      padding: 4px 11px;
      font-size: 14px;
    }
  }
  @container (max-width: 259px) {
    .dial {
      margin: 0 calc(0px - var(--pad));
      padding: 6px var(--pad);
      border-radius: 0;
    }
    .badge,
    .badge .link {
      flex-wrap: wrap;
    }
    .badge {
      min-height: var(--dialin-height, 128px);
    }
    .badge .link {
      gap: 4px 8px;
    }
    .badge .link > span {
      flex: 1 0 100%;
      order: 1;
    }
    .badge .powered {
      position: absolute;
      inset: 14px 4px auto auto;
      border: 0;
    }
    .badge .sign {
      display: none;
    }
  }
  @container (max-width: 239px) {
    .box {
      --pad: 14px;
    }
    .card,
    .inline {
      min-height: var(--dialin-height, 700px);
    }
    .dial {
      min-height: 226px;
    }
    .footer {
      flex-wrap: wrap;
    }
    .footer .button:not(.timer) {
      flex: 1;
    }
    .footer .powered {
      margin: 0 auto;
    }
    .footer .powered span {
      display: inline;
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
      --token-collar: CanvasText;
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
    .timer,
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
