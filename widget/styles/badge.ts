import { css } from 'lit'

/** The badge: one link. */
export const badgeStyles = css`
  .box.badge {
    --height: 76px;
    padding: 0;
  }
  .badge .link {
    display: flex;
    flex: 1 0 auto;
    gap: 12px;
    align-items: center;
    padding-block: 7px;
    padding-inline: 14px 8px;
    color: var(--ink);
    line-height: 1.3;
    text-decoration: none;
  }
  .badge .link > span {
    flex: 1;
    min-width: 0;
  }
  .badge span > b {
    -webkit-line-clamp: 1;
  }
  .badge small {
    -webkit-line-clamp: 2;
  }
  .badge small b {
    color: var(--ink);
    word-break: keep-all;
  }
  .badge :focus-visible {
    outline-offset: -3px;
  }
  :host(:dir(rtl)) .badge .sign {
    transform: scaleX(-1);
  }
  .box.badge:not(.ready) {
    flex-direction: row;
    align-items: center;
    gap: 10px;
    padding: 4px 12px;
  }
  .badge .bone {
    flex: 1;
    height: 40px;
  }
  .badge .bone ~ .bone {
    display: none;
  }
`
