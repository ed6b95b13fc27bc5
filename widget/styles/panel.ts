import { css } from 'lit'

/** The panel with the grind, its drawings, and the ring of a badge. */
export const panelStyles = css`
  .dial {
    display: grid;
    flex: 4 0 auto;
    grid-template-columns: 1fr auto;
    gap: 8px 12px;
    align-content: space-evenly;
    align-items: center;
    min-height: 190px;
    padding: 6px 16px;
    border-radius: var(--corner);
    background: var(--tint);
  }
  .dial > * {
    grid-column: 1 / -1;
  }
  .reading {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    align-items: center;
    min-height: 44px;
  }
  .grind {
    flex-direction: column;
    flex-wrap: nowrap;
    align-items: start;
    justify-content: center;
    line-height: 1.3;
  }
  .straight,
  .ring {
    display: block;
    width: 100%;
    overflow: visible;
  }
  .ring {
    display: none;
    max-width: 272px;
    margin: 0 auto;
    stroke-width: 9.6;
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
  .dial:not(.chosen) .numeral:last-of-type {
    fill: var(--ink);
    font-weight: 700;
  }
  @container (max-width: 439px) or (min-width: 600px) {
    .dial:not(.chosen) .numeral:not(.first, .last, :last-of-type) {
      display: none;
    }
  }
  @container (max-width: 341px) {
    .dial:not(.chosen) .numeral[x*="."] {
      display: none;
    }
  }
  .band {
    fill: var(--token-band);
  }
  .band-edge {
    stroke: var(--token-band-edge);
    stroke-width: 2;
  }
  .gauge {
    width: 64px;
    stroke-width: 14;
  }
  .collar,
  .knurl,
  .on-band {
    stroke: var(--token-collar);
  }
  .range {
    stroke: var(--token-band);
    stroke-width: 10;
  }
  .ring .range {
    stroke-width: 3.7;
  }
  .ring .knurl {
    stroke-width: 0.6;
    stroke-dasharray: 0.3 0.6;
  }
  /* Every three degrees, and a longer one every fifteen. */
  .ring .tick {
    stroke-width: 1.4;
    stroke-dasharray: 0.2 1.214;
  }
  .ring .long {
    stroke-width: 2.8;
    stroke-dasharray: 0.2 6.685;
  }
  .ring .tick:not(.on-band) {
    stroke: var(--token-engrave-2);
  }
`
