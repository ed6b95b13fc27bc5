import type { Fault } from '../../../../core/errors.ts'
import type { GrinderDescription } from '../../../../core/grind/described.ts'
import { attempt } from '../attempt.ts'
import {
  canBeDrawn,
  complaintInWords,
  curveDrawn,
  describedFields,
  descriptionTyped,
  type TypedFields,
} from '../described-fields.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { MOST_KEPT_BYTES, ownPrefix, type SentImport } from './import-form.ts'

/** A grinder counts as described once its dial is; names and a first setting are suggested. */
const isDescribed = (typed: TypedFields) => ['lowest', 'highest'].some(name => (typed.get(name) ?? '').trim() !== '')

/** What was said of grinders that we do not know, by their names in the file, and what is wrong with it. */
export async function grindersSaid({ own }: SentImport, { ports }: OwnVisit) {
  const given: Record<string, GrinderDescription> = {}
  const faults = new Map<string, Fault>()
  for (const [name, typed] of own) {
    if (!isDescribed(typed)) continue
    const { done, fault } = await attempt(async () => descriptionTyped(typed))
    const wrong = fault ?? curveDrawn(typed, ports.grinders).fault
    if (wrong) faults.set(name, wrong)
    else if (done) given[name] = done
  }
  return { given, faults }
}

interface Unknown {
  /** As the file has it. */
  name: string
  at: number
  /** What its rows show most often, and for which method. */
  setting?: string
  method?: string | undefined
}

/** Offers to describe a grinder of the file that we do not list. */
export function describeHere(
  { name, at, setting, method }: Unknown,
  { own }: Pick<SentImport, 'own'>,
  faults: ReadonlyMap<string, Fault>,
  { ports }: OwnVisit,
): Html {
  const typed = own.get(name) ?? suggested(name, setting, method)
  const fault = faults.get(name)
  const { curve } = !fault && isDescribed(typed) && canBeDrawn(typed) ? curveDrawn(typed, ports.grinders) : {}
  return html`<details class="its-own"${isDescribed(typed) ? html` open` : ''}><summary>Not in our list? Describe it</summary><div class="stack"><p class="quiet">Its dial and one setting you know are enough. We’ll add it to your grinders and use it for these brews.</p>${fault ? notice('wrong', 'Check this:', complaintInWords(fault, typed)) : ''}${describedFields(typed, { prefix: ownPrefix(at), isRequired: false })}${curve ?? ''}</div></details>`
}

function suggested(name: string, setting = '', method?: string): TypedFields {
  const [maker = '', ...model] = name.split(' ')
  return new URLSearchParams({
    ...(model.length > 0 ? { maker, model: model.join(' ') } : { model: name }),
    ...(setting !== '' && method && { setting1: setting, is1: method }),
  })
}

/** Keeps the file where no script does, unless it is too large. */
export const keptFile = ({ file, fileName }: SentImport): Html =>
  html`<noscript>${file.length <= MOST_KEPT_BYTES ? html`<input type="hidden" name="kept" value="${file.toString('base64')}"><input type="hidden" name="kept-name" value="${fileName}">` : html`<p>This file is too large to keep with JavaScript off. Choose it again below before you import.</p>`}</noscript>`
