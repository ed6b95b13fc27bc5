import { Received } from '../../../core/forms/model.ts'
import { ReportComment, ReportRecipe, VISITOR_REPORTS_AN_HOUR } from '../../../core/reports/model.ts'
import { reportComment, reportRecipe } from '../../../core/reports/reports.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const reports = [
  endpoint({
    route: 'POST /api/recipes/:id/report',
    summary: 'Report a recipe as spam, rude, wrong, copied or otherwise unacceptable',
    description: `The author isn’t told about the report or who sent it. One report per person and recipe; a second one is accepted but not counted. Without signing in, ${VISITOR_REPORTS_AN_HOUR} an hour.`,
    access: 'optional',
    scope: 'write',
    limit: actPerMinute('report something'),
    input: ReportRecipe,
    example: { id: 1, reason: 'wrong', sentence: 'Water at 120 degrees is steam.' },
    reply: Received,
    faults: ['recipe-not-found'],
    run: reportRecipe,
  }),
  endpoint({
    route: 'POST /api/recipes/:id/comments/:commentId/report',
    summary: 'Report a comment',
    description: 'As for recipes. You can’t report your own comment; delete it instead.',
    access: 'optional',
    scope: 'write',
    limit: actPerMinute('report something'),
    input: ReportComment,
    example: { id: 1, commentId: 1, reason: 'spam' },
    reply: Received,
    faults: ['recipe-not-found', 'not-found'],
    run: reportComment,
  }),
]
