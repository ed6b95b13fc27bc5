import { Received } from '../../../core/forms/model.ts'
import { ReportComment, ReportRecipe, VISITOR_REPORTS_AN_HOUR } from '../../../core/reports/model.ts'
import { reportComment, reportRecipe } from '../../../core/reports/reports.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const reports = [
  endpoint({
    route: 'POST /api/recipes/:id/report',
    summary: 'Tell whoever runs the service that a recipe is spam, rude, wrong, copied or otherwise not right',
    description: `Who wrote it is told neither that nor by whom. One report a person and recipe: a second time adds nothing, and is thanked for all the same. Without a sign-in ${VISITOR_REPORTS_AN_HOUR} an hour.`,
    access: 'optional',
    limit: actPerMinute('report something'),
    input: ReportRecipe,
    example: { id: 1, reason: 'wrong', sentence: 'Water at 120 degrees is steam.' },
    reply: Received,
    faults: ['recipe-not-found'],
    run: reportRecipe,
  }),
  endpoint({
    route: 'POST /api/recipes/:id/comments/:commentId/report',
    summary: 'The same for a comment',
    description: 'As for recipes. Your own cannot be reported: delete it.',
    access: 'optional',
    limit: actPerMinute('report something'),
    input: ReportComment,
    example: { id: 1, commentId: 1, reason: 'spam' },
    reply: Received,
    faults: ['recipe-not-found', 'not-found'],
    run: reportComment,
  }),
]
