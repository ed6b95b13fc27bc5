import { shippedMachines } from '../../db/data/machines.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { shippedTechniques } from '../../db/data/techniques.ts'
import { serveStdio } from '../stdio-server.ts'

const shipped = {
  grinders: shippedGrinders,
  machines: shippedMachines,
  techniques: shippedTechniques,
  data: { source: 'shipped' },
} as const

/**
 * The program in the bundle. It runs on plain Node: no database, no network, only the shipped
 * equipment.
 */
await serveStdio(async () => shipped)
