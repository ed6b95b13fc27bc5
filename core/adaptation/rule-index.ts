import { hottestWaterF } from '../equipment/boiling.ts'
import { deviceFor } from '../equipment/drive.ts'
import { type Brewer, baseFor, boundsFor } from './base.ts'
import { inOwnHeat } from './own-heat.ts'
import { adjustmentsFor, type Circumstances, grinds } from './rules.ts'
import { styleFor } from './styles.ts'

/**
 * The index that the rules ask for, on no dial; undefined for Turkish coffee, which is ground as
 * fine as the grinder goes.
 */
export function indexByRule(brewed: Circumstances & { brewer?: Brewer | undefined }): number | undefined {
  const { method, brewer: machine } = brewed
  if (!grinds(method)) return
  const style = styleFor(method, brewed.style, machine)
  const base = baseFor(method, machine, style)
  const brewer = boundsFor(base, machine)
  const adjustments = adjustmentsFor({ ...brewed, style, filterType: brewed.filterType ?? brewer?.filterType })
  const hottestF = hottestWaterF(method, deviceFor(method, brewer).heat, undefined)
  const shifts = inOwnHeat(adjustments, base, brewer, { hottestF }).map(({ indexShift = 0 }) => indexShift)
  return base.grindIndex + shifts.reduce((sum, shift) => sum + shift, 0)
}
