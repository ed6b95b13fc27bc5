import { badgeStyles } from './badge.ts'
import { boxStyles } from './box.ts'
import { layoutStyles } from './layouts.ts'
import { mediaStyles } from './media.ts'
import { panelStyles } from './panel.ts'
import { partStyles } from './parts.ts'
import { stateStyles } from './states.ts'

/** All rules of a card; what comes later wins. */
export const cardStyles = [boxStyles, partStyles, stateStyles, panelStyles, badgeStyles, layoutStyles, mediaStyles]
