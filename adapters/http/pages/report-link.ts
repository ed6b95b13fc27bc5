import { type Html, html } from './html.ts'

/** An unobtrusive link on recipes and comments by others. */
export const reportLink = (actionPath: string, comment?: { id: number; by: string }): Html =>
  html`<a class="bare-text report-link" rel="nofollow" href="${actionPath}/report${comment ? `?comment=${comment.id}` : ''}">${comment ? html`Report<span class="unseen"> ${comment.by}’s comment</span>` : 'Report this recipe'}</a>`
