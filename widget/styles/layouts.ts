import { css } from 'lit'

/**
 * The layouts by the width of the element. Each height is what the content needs with a picture, a short
 * note and a link to the shop, so that nothing moves when the data comes. A card that has less shares the
 * space among all of its gaps.
 */
export const layoutStyles = css`
  .compact {
    --height: 360px;
  }
  .compact .reading {
    min-height: 0;
  }
  .compact .dial {
    min-height: 102px;
  }
  .compact :is(.bag, .roaster, .flavour, .grind small, .scale, .hint, .noted) {
    display: none;
  }

  @container (min-width: 440px) {
    .box {
      --height: 506px;
    }
    .compact {
      --height: 326px;
    }
    .compact .dial {
      min-height: 68px;
    }
    .dial {
      min-height: 166px;
    }
    .grind {
      grid-column: 1;
    }
    .dial .button {
      grid-row: 1;
      grid-column: 2;
    }
  }
  @container (min-width: 600px) {
    .card {
      --height: 432px;
    }
    .card .panel {
      display: grid;
      grid-template: 1fr auto / 1fr minmax(300px, 46%);
      gap: 16px 24px;
    }
    .card .dial {
      grid-row: span 2;
      grid-column: 2;
      min-height: 188px;
    }
    /* Without a note, the figures fill the height of the panel. */
    .card dl:nth-last-child(2) {
      grid-row: span 2;
      gap: 0;
    }
    .card dl:nth-last-child(2) dd {
      font-size: 38px;
      line-height: 46px;
    }
    .card dl {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 16px 0;
    }
    .card dl div:is(:nth-child(odd), :nth-child(2):last-child) {
      grid-column: 1;
      padding: 0;
      border: 0;
    }
    .card dd {
      font-size: 30px;
      line-height: 36px;
    }
    .inline {
      --side: 46%;
      --height: 280px;
      padding-inline-end: calc(var(--side) + 2 * var(--pad));
    }
    .inline .tab-row {
      margin-inline: 0;
    }
    .inline .tabs {
      padding: 4px;
      margin: -4px;
    }
    .inline .arrow {
      margin: 0 -4px;
    }
    .inline .panel {
      flex-grow: 2;
    }
    .inline :is(.dial, .bone:nth-of-type(4)) {
      height: auto;
      position: absolute;
      inset-block: var(--pad);
      inset-inline-end: var(--pad);
      width: var(--side);
    }
    .inline :is(.bag, .noted) {
      display: none;
    }
    :is(.card, .inline) :is(.grind, .dial .button) {
      grid-row: auto;
      grid-column: 1 / -1;
    }
  }
  @container (min-width: 820px) {
    .inline {
      --side: 332px;
      --height: 314px;
    }
    .inline dd {
      font-size: 24px;
      line-height: 30px;
    }
    .inline .dial {
      text-align: center;
    }
    .inline .scale {
      order: -1;
    }
    .inline .straight {
      display: none;
    }
    .inline :is(.bag, .ring) {
      display: block !important;
    }
    .inline .grind {
      gap: 4px;
      align-items: center;
      margin-top: -56px;
    }
    /* As wide as the inside of the ring; a second line is below its ends. */
    .inline .word {
      max-width: 146px;
      font-size: 30px;
      line-height: 1.1;
    }
    .inline .long {
      font-size: 22px;
    }
  }
  @container (max-width: 319px) {
    dd {
      font-size: 19.5px;
    }
    .bag {
      display: none;
    }
  }
  @container (max-width: 299px) {
    .box {
      --pad: 16px;
      --height: 640px;
    }
    .compact {
      --height: 461px;
    }
    .timer span,
    .powered span {
      display: none;
    }
    .footer {
      flex-wrap: wrap;
    }
    .footer .link {
      flex: 1 1 0;
      min-width: 0;
      padding: 3px 4px;
      overflow-wrap: anywhere;
    }
    .buy {
      flex: 1 0 100%;
    }
    /* A cut note ends with a whole word, and the button is below it. */
    .notes:has(+ .more) {
      -webkit-line-clamp: 1;
    }
    .more {
      position: static;
      padding: 0;
    }
    /* Two columns; one where the text is enlarged. */
    dd {
      font-size: 21px;
    }
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
    .box.badge {
      --height: 128px;
    }
    .badge .link {
      flex-wrap: wrap;
      gap: 4px 8px;
      justify-content: space-between;
    }
    .badge .link > span {
      flex: 1 0 100%;
      order: 1;
    }
    .badge .method {
      display: none;
    }
  }
  @container (max-width: 239px) {
    .box,
    .panel {
      gap: 11px;
    }
    .box {
      --pad: 14px;
      --height: 670px;
    }
    .title {
      font-size: 18px;
    }
    .flavour {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      white-space: normal;
    }
    .compact {
      --height: 476px;
    }
    .compact .dial {
      min-height: 119px;
    }
    .dial .button {
      padding: 4px;
      font-size: 13px;
    }
    .dial .logo {
      display: none;
    }
    .link:first-child ~ .powered {
      flex: 1 0 100%;
      justify-content: center;
      min-height: 24px;
    }
    .link:first-child ~ .powered span {
      display: inline;
    }
  }
`
