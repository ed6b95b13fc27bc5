import type { css, html, LitElement, nothing, svg, TemplateResult } from 'lit'
import type { get, serviceOrigin, track } from './service.ts'
import type { VisitorGrinder, visitorSetting } from './setting.ts'

/**
 * What the first script lends to those it loads later. With a copy of Lit of their own they would
 * need a second trusted-types policy.
 */
export interface LentParts {
  LitElement: typeof LitElement
  html: typeof html
  css: typeof css
  svg: typeof svg
  nothing: typeof nothing
  arrowSign: () => TemplateResult
  serviceOrigin: typeof serviceOrigin
  get: typeof get
  track: typeof track
  loadDial: () => Promise<{ visitorSetting: typeof visitorSetting }>
  visitorGrinder: () => VisitorGrinder | undefined
  /** In every card of the page; nothing for none. */
  showGrinder: (grinder: VisitorGrinder | undefined) => void
}
