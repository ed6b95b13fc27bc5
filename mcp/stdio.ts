import { grindersFollowed } from '../adapters/grinders-here.ts'
import { serveStdio } from './stdio-server.ts'

/** Serves the grinders of the database here, or else the shipped ones. */
export const serveGrindersHere = async () => serveStdio(await grindersFollowed(process.env))

if (import.meta.main) await serveGrindersHere()
