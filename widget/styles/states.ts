import { css } from 'lit'

/** While there is nothing to show yet or at all, and what only the roaster sees. */
export const stateStyles = css`
  .failed,
  .empty {
    align-items: center;
    justify-content: center;
    text-align: center;
  }
  /* One that did not load may yet: it keeps its height, so that the page does not move twice. */
  .empty {
    min-height: 0;
  }
  .owner {
    padding: 8px 12px;
    border-radius: var(--corner);
    border: 2px solid var(--token-mark);
    font-size: 13px;
    text-align: start;
  }
  /* The page's own link, on our background. It must win over the page's colour for links. */
  ::slotted(*) {
    color: var(--strong) !important;
  }
  .loading slot {
    display: none;
  }
  .hidden {
    position: absolute;
    clip-path: inset(50%);
  }
  /* Lines, figures, the panel, and a button. What loads at once does not flash. */
  .bone {
    width: 60%;
    height: 18px;
    border-radius: var(--corner);
    background: var(--tint);
    animation: bone 0.3s steps(1, end);
  }
  @keyframes bone {
    from {
      opacity: 0;
    }
  }
  .bone:nth-of-type(n + 3) {
    width: 100%;
    height: 44px;
  }
  .bone:nth-of-type(4) {
    flex: 1;
  }
  .bone:nth-of-type(n + 5) {
    width: 80%;
    height: 18px;
  }
  .bone:nth-of-type(6) {
    width: 40%;
    height: 44px;
  }
`
