import type { css as Css } from 'lit'

/** The panel with a grinder in it: these rules come with its script, to every card that shows one. */
export const chosenStyles = (css: typeof Css) => css`
  .reader {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
  }
  .chosen .reading {
    flex: 1 1 0;
    min-width: min-content;
  }
  .reading > span {
    flex: 1 0 92px;
  }
  .reading > span > * {
    display: block;
    font-size: 13px;
    line-height: 17px;
  }
  .setting {
    font-size: 38px;
    font-weight: 800;
    letter-spacing: -0.03em;
    line-height: 1;
    white-space: nowrap;
  }
  .setting small {
    letter-spacing: 0;
  }
  .joined {
    display: none;
  }
  .chosen .plain {
    align-self: start;
    min-height: 34px;
    font-size: 14px;
    white-space: nowrap;
  }
  .hint {
    display: flex;
    flex-wrap: wrap;
    gap: 0 4px;
    align-items: center;
    justify-content: space-between;
    min-height: 44px;
    margin-bottom: -6px;
    border-top: 1px solid var(--edge);
  }
  .hint span {
    color: var(--dim);
    display: flex;
    align-items: center;
    font-size: 12px;
  }
  .hint .sign {
    width: 16px;
  }
  .hint span:first-child .sign {
    transform: scaleX(-1);
  }
  .at {
    stroke: var(--token-mark);
    stroke-width: 3;
  }
  .gauge text {
    fill: var(--ink);
    font-size: 17px;
    font-weight: 700;
    text-anchor: middle;
  }
  .gauge .long {
    font-size: 12px;
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
  .beyond .head {
    fill: var(--tint);
    stroke: var(--token-mark);
    stroke-width: 2;
  }
  .ring-body {
    clip-path: polygon(0 0, -974px -225px, -974px -974px, 974px -974px, 974px -225px) view-box;
  }
  .turn .collar {
    fill: var(--token-collar);
  }
  .turn path {
    fill: none;
    stroke-width: 1.7;
  }
  .turn .knurl {
    stroke-width: 6;
    stroke-dasharray: 3 7.3;
  }
  .turn .band {
    fill: var(--token-band);
  }
  .turn .long {
    stroke-width: 2.6;
  }
  .turn .tick {
    stroke-dasharray: none;
  }
  .turn .cut {
    display: none;
  }
  .turn .numeral {
    fill: var(--token-engrave-2);
    font-size: 27px;
    font-weight: 600;
  }
  @container (min-width: 600px) {
    .inline .setting {
      font-size: 62px;
    }
  }
  @container (min-width: 820px) {
    .inline .reader {
      align-items: center;
      justify-content: center;
      margin-top: -62px;
    }
    .inline .reading {
      display: contents;
    }
    .inline .setting {
      flex: 0 0 100%;
    }
    .inline .reading > span {
      flex: none;
    }
    .inline .reading > span > * {
      display: inline;
    }
    .inline .plain {
      align-self: center;
    }
    .inline .setting small {
      display: none;
    }
    .inline .joined {
      display: inline;
    }
  }
  /* The name of a grinder stays on one line. */
  @container (min-width: 320px) and (max-width: 359px) {
    .reader {
      column-gap: 8px;
    }
    .chosen .reading {
      column-gap: 6px;
    }
    .setting {
      font-size: 32px;
    }
    .reading > span > * {
      font-size: 12px;
    }
  }
  @container (max-width: 439px) {
    .compact .reading > span {
      flex-basis: 100%;
    }
  }
  /* Of many numerals, every second one fits there. */
  @container (max-width: 319px) {
    .numeral:first-of-type:nth-last-of-type(n + 7) ~ .numeral:nth-of-type(even) {
      display: none;
    }
  }
  @container (max-width: 299px) {
    .reader {
      justify-content: space-between;
    }
    .chosen .reading {
      display: contents;
    }
    .reading > span {
      flex: 1 0 100%;
      order: 1;
    }
    .setting small {
      display: none;
    }
    .joined {
      display: inline;
      color: inherit;
      font-weight: inherit;
    }
  }
  /* Both hints beside each other, or both below each other: by letters of the page's typeface, of which some languages need more. */
  @container (max-width: 37ch) {
    .hint {
      flex-direction: column;
      align-items: start;
      justify-content: center;
    }
    .hint span:last-child .sign {
      order: -1;
    }
  }
  @container (max-width: 47ch) or (min-width: 600px) {
    .hint:is(:lang(de), :lang(fr), :lang(es), :lang(it)) {
      flex-direction: column;
      align-items: start;
      justify-content: center;
    }
    .hint:is(:lang(de), :lang(fr), :lang(es), :lang(it)) span:last-child .sign {
      order: -1;
    }
  }
`
