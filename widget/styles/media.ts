import { css } from 'lit'

/** The reader's own colours, and paper. */
export const mediaStyles = css`
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
    /* There, gradients are not drawn. */
    .arrow {
      background: Canvas;
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
    button:not([aria-selected="true"], .title),
    .title .sign,
    .buy,
    .timer,
    .bone {
      display: none;
    }
    .loading slot {
      display: block;
    }
    .footer {
      display: block;
    }
    .footer .link {
      all: unset;
    }
    .footer .link::after {
      content: attr(href);
      display: block;
    }
  }
`
