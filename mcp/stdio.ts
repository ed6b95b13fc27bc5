import { followedEquipment } from '../adapters/equipment/equipment-here.ts'
import { Fault } from '../core/errors.ts'
import { remoteTools } from './remote.ts'
import { serveStdio } from './stdio-server.ts'

/**
 * Serves the equipment of the local database, or the shipped one if there is none. With DIALIN_TOKEN,
 * also the tools of its owner at DIALIN_URL.
 */
export const serveEquipmentHere = async () => serveStdio(followedEquipment(process.env), remoteTools(process.env))

if (import.meta.main)
  await serveEquipmentHere().catch(error => {
    if (!(error instanceof Fault)) throw error
    console.error(error.message)
    process.exit(1)
  })
