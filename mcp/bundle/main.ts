import { shippedMachines } from '../../db/data/machines.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { serveStdio } from '../stdio-server.ts'

const shipped = { grinders: shippedGrinders, machines: shippedMachines, data: { source: 'shipped' } } as const

/** What runs in the bundle, on Node alone: no database, no network, the equipment that ships. */
await serveStdio(async () => shipped)
