import { followedEquipment } from '../adapters/equipment/equipment-here.ts'
import { serveStdio } from './stdio-server.ts'

/** Serves the equipment of the database here, or else what ships. */
export const serveEquipmentHere = () => serveStdio(followedEquipment(process.env))

if (import.meta.main) await serveEquipmentHere()
