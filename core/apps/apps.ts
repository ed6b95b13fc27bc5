import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { LONGEST_APP_ID } from './clients.ts'
import type { ConnectedApp, Connections } from './model.ts'

export const AppId = v.object({ app: field.boundedText(LONGEST_APP_ID) })

export const listApps = (
  _: unknown,
  { connections, clock }: { connections: Connections; clock: Clock },
  { id }: Person,
): Promise<ConnectedApp[]> => connections.list(id, clock())

/** All its tokens stop working, on every device. */
export async function disconnectApp(
  { app }: v.InferOutput<typeof AppId>,
  { connections }: { connections: Connections },
  { id }: Person,
) {
  if (!(await connections.end(id, app))) throw new Fault('not-found', 'This app isn’t connected.')
}
