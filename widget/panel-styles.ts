import { css } from 'lit'

/** The panel with the grind, its drawing, and the ring of a badge. */
export const panelStyles = css`
  .dial {
    display: grid;
    flex: 1;
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
  .dial:not(.chosen) .reading {
    flex-direction: column;
    flex-wrap: nowrap;
    align-items: start;
    justify-content: center;
    line-height: 1.3;
  }
  .word {
    font-size: 20px;
    letter-spacing: -0.01em;
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
  .dial:not(.chosen) .numeral:last-of-type {
    fill: var(--ink);
    font-weight: 700;
  }
  .band {
    fill: var(--token-band);
  }
  .band-edge {
    stroke: var(--token-band-edge);
    stroke-width: 2;
  }
  .gauge {
    flex: none;
    width: 64px;
    fill: none;
    stroke-width: 14;
  }
  .collar {
    stroke: var(--token-collar);
  }
  .range {
    stroke: var(--token-band);
    stroke-width: 10;
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
`
