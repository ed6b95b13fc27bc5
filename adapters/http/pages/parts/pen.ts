import type { MethodId } from '../../../../core/grind/methods.ts'
import * as icons from '../../../design/icons.ts'
import type { Pen } from '../../../design/pen.ts'
import { unbroken } from '../../../design/unbroken.ts'
import { type Html, html } from '../html.ts'

/** Drawings as text, for the server. */
export const pen: Pen<Html> = { html, svg: html }

export const icon = (sign: icons.Sign) => icons.drawSign(pen, sign)
export const brewerIcon = (method: MethodId) => icons.drawBrewer(pen, method)
export const logo = () => icons.drawLogo(pen)
export const wholeNames = (text: string) => unbroken(pen, text)
