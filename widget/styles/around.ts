import { css } from 'lit'

/** For the element of the page, around the card. */
export const aroundStyles = css`
  /* The height that the page reserved is no longer needed: the card reserves what its own width needs. */
  :host {
    display: block;
    height: auto !important;
    min-height: 0 !important;
    padding-bottom: 0 !important;
  }
  :host([hidden]) {
    display: none;
  }
  /* How wide it would like to be where the page leaves that to us (centred, floating, in a row): a container has no such width. */
  :host::before {
    content: '. .';
    display: block;
    height: 0;
    visibility: hidden;
    word-spacing: var(--dialin-max-width, var(--wide));
  }
`
