import { css } from 'lit'

/**
 * The layouts by the width of the element. Each height is what the content needs with a picture and a
 * short note, so that nothing moves when the data comes. What a card does not need is spread over the
 * gaps around the figures and in the panel.
 */
export const layoutStyles = css`
  .compact {
    --height: 348px;
  }
  .compact :is(.dial, .reading) {
    min-height: 0;
  }
  .compact :is(.bag, .roaster, .flavour, .grind small, .scale, .hint, .noted) {
    display: none;
  }

  @container (min-width: 440px) {
    .box {
      --height: 510px;
    }
    .compact {
      --height: 314px;
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
      --height: 430px;
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
      --side: 46%;
      --height: 280px;
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
      inset-block: var(--pad);
      inset-inline-end: var(--pad);
      width: var(--side);
    }
    .inline :is(.bag, .noted),
    .inline .buy ~ .powered span {
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
    .inline .dial {
      text-align: center;
    }
    .inline .scale {
      order: -1;
    }
    .inline .straight {
      display: none;
    }
    .inline :is(.bag, .ring, .powered span) {
      display: block !important;
    }
    .inline .grind {
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
  @container (max-width: 439px) {
    .buy ~ .powered span {
      display: none;
    }
  }
  @container (max-width: 319px) {
    .box {
      --pad: 16px;
      --height: 590px;
    }
    .compact {
      --height: 423px;
    }
    .powered span {
      display: none;
    }
    .bag {
      display: none;
    }
    .footer {
      flex-wrap: wrap;
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
    .box {
      --pad: 14px;
      --height: 650px;
    }
    .title {
      font-size: 18px;
    }
    .compact {
      --height: 460px;
    }
    .dial {
      min-height: 226px;
    }
    .dial .button {
      padding: 4px;
      font-size: 13px;
    }
    .dial .logo {
      display: none;
    }
    .footer .button:not(.timer) {
      flex: 1 1 auto;
    }
    .footer .powered {
      margin: 0 auto;
    }
    .footer .powered span {
      display: inline;
    }
  }
`
