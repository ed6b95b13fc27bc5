/**
 * The checker in plain JavaScript, which needs no separate program; the package only has types for
 * its other entry point.
 */
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck'
}
