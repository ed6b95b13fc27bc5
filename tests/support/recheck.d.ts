/** The checker in plain JavaScript, which needs no program of its own; the package has types for the other door only. */
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck'
}
