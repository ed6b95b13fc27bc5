import type { App } from './model.ts'

/** `dialin login`, the only app that is ours. It needs no description elsewhere. */
export const commandLine: App = {
  id: 'dialin-cli',
  name: 'Dialin on the command line',
  redirectUris: ['http://127.0.0.1/'],
}
