/**
 * Files whose expressions only read what we or the operator have written, each with what that is.
 */
export const ownTexts: Record<string, string> = {
  'adapters/http/pages/assets.ts': 'our own style sheets, once at the start',
  'adapters/config/place.ts': 'the address of the database, which the operator sets',
  'adapters/http/licences.ts': 'the packages that are built in, for a command',
  'cli/print.ts': 'counted repeats keep it short enough, in a process of the operator’s own',
  'widget/build.ts': 'our own templates and styles, when the widget is built',
}
