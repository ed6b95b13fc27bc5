import { css } from 'lit'

/** For the element of the page, around the card. */
export const aroundStyles = css`
  :host {
    display: block;
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
