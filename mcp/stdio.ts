import { followedEquipment } from '../adapters/equipment/equipment-here.ts'
import { serveStdio } from './stdio-server.ts'

/** Serves the equipment of the local database, or the shipped one if there is none. */
export const serveEquipmentHere = () => serveStdio(followedEquipment(process.env))

if (import.meta.main) await serveEquipmentHere()
