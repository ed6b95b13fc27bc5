import { css } from 'lit'

/** Header, tabs, figures, notes and footer. */
export const partStyles = css`
  .header {
    display: grid;
    flex: 0.8 0 auto;
    align-content: start;
    grid-template-columns: auto 1fr;
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
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .title,
  .word {
    font-size: 20px;
    font-weight: 700;
    line-height: 1.3;
  }
  .title,
  .title span,
  .notes,
  .badge span > * {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  button.title {
    display: flex;
    gap: 6px;
    align-items: center;
    max-width: 100%;
    text-align: inherit;
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
  .tabs,
  [role="tablist"] {
    display: flex;
    gap: 20px;
  }
  .tabs {
    overflow-x: auto;
    /* Room for the ring of focus. */
    padding: 4px var(--pad);
    margin: -4px 0;
    scroll-padding: 66px;
    scrollbar-width: none;
  }
  [role="tab"],
  .ways {
    color: var(--dim);
    white-space: nowrap;
  }
  [role="tab"] {
    height: 44px;
    border-bottom: 2px solid transparent;
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
    width: 66px;
    padding: 0 6px;
    background: linear-gradient(to right, transparent, var(--bg) 46px);
    text-align: right;
  }
  .arrow:nth-child(2) {
    inset: 0 auto 0 0;
    transform: scaleX(-1);
  }
  .back .arrow:nth-child(2),
  .forth .arrow:nth-child(3) {
    display: block;
  }
  .panel {
    display: flex;
    flex: 6 0 auto;
    flex-direction: column;
    gap: 16px;
    padding: 3px;
    margin: -3px;
  }
  dl {
    display: flex;
    flex: 1.8 0 auto;
    flex-wrap: wrap;
    align-content: space-around;
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
  dt,
  .roaster,
  .flavour {
    line-height: 18px;
  }
  dd {
    font-size: 21px;
    font-weight: 700;
    letter-spacing: -0.02em;
    line-height: 26px;
    white-space: nowrap;
  }
  .timer {
    padding: 4px 11px;
  }
  .noted {
    position: relative;
  }
  .notes {
    -webkit-line-clamp: 2;
    font-size: 14px;
    white-space: pre-line;
  }
  .open {
    display: block;
  }
  .more {
    position: absolute;
    inset-inline-end: 0;
    bottom: 0;
    padding-inline-start: 8px;
    background: var(--bg);
  }
  .open + .more {
    position: static;
  }
  .footer {
    display: flex;
    flex: 0.6 0 auto;
    gap: 8px;
    align-content: end;
    align-items: end;
  }
  .footer > * {
    flex: none;
  }
  /* What gives way in a narrow column, in this order: recipe-card.ts tells where it does not fit. */
  .brief .timer span,
  .nameless .powered span {
    display: none;
  }
  .tight > :is(.buy, .link) {
    padding: 3px 8px;
  }
  .tight > .link {
    flex: 0 1 auto;
    overflow-wrap: anywhere;
  }
  .powered {
    display: inline-flex;
    gap: 5px;
    align-items: center;
    min-height: 44px;
    margin-inline-start: auto;
    text-decoration: none;
    white-space: nowrap;
  }
  .logo {
    width: 18px;
    stroke: currentColor;
    stroke-width: 5;
  }
  .powered .logo {
    stroke: var(--ink);
  }
  .logo path {
    stroke: var(--token-mark);
    stroke-width: 3;
  }
  .fill .logo path {
    stroke: currentColor;
  }
`
