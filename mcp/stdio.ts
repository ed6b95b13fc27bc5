import { followedEquipment } from '../adapters/equipment/equipment-here.ts'
import { Fault } from '../core/errors.ts'
import { remoteTools, withLogin } from './remote.ts'
import { serveStdio } from './stdio-server.ts'

/**
 * Serves the equipment of the local database, or the shipped one if there is none. After
 * `dialin login`, or with DIALIN_TOKEN and DIALIN_URL, also the tools of a person.
 */
export const serveEquipmentHere = async () =>
  serveStdio(followedEquipment(process.env), remoteTools(withLogin(process.env)))

if (import.meta.main)
  await serveEquipmentHere().catch(error => {
    if (!(error instanceof Fault)) throw error
    console.error(error.message)
    process.exit(1)
  })
