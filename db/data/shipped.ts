import * as v from 'valibot'
import { catalogOf, Grinder } from '../../core/grind/model.ts'
import grinders from './grinders.json' with { type: 'json' }

/** The grinders that ship with the code: enough to convert and chart with no database and no network. */
export const shippedGrinders = catalogOf(v.parse(v.array(Grinder), grinders))
