import { styledName } from '../../../../core/adaptation/styles.ts'
import type { BrewLog } from '../../../../core/brews/model.ts'
import { brewedCoffee } from '../../../../core/brews/present.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { capital } from '../../../../core/names.ts'

/** "iced Hario V60 02"; the method where no brewer was named. */
export const brewedWith = ({ style, machine, method }: BrewLog) =>
  styledName(style, machine ? fullName(machine) : methodById[method].name)

/** "Huila El Mirador, iced Hario V60 02". */
export const brewName = (brew: BrewLog) =>
  capital([brewedCoffee(brew), brewedWith(brew)].filter(text => text !== null && text !== undefined).join(', '))
