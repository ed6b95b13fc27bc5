import * as v from 'valibot'
import { GiveGrindFeedback, giveGrindFeedback } from '../../../core/equipment/grind-feedback.ts'
import * as field from '../../../core/fields.ts'
import { Received } from '../../../core/forms/model.ts'
import { Chart, DialData, dialDataOf } from '../../../core/grind/chart.ts'
import { Conversion } from '../../../core/grind/convert.ts'
import { grinderOf } from '../../../core/grind/find.ts'
import {
  ConvertGrindSetting,
  convertGrindSetting,
  GetGrinderChart,
  GrinderChoices,
  getGrinderChart,
  listGrinderChoices,
} from '../../../core/grind/grinders.ts'
import { widgetTicks } from '../../design/dial/straight.ts'
import type { Route } from '../endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'
import { allChartsText } from '../pages/llms.ts'
import { forADay } from '../reply-cache.ts'

const cachedForADay = forADay(({ grinders }) => grinders.list())

const Ticks = v.pipe(
  v.array(v.object({ at: v.number(), numeral: v.optional(v.string()) })),
  v.description('To draw the dial on a line: percent from the finest end, and what is printed there.'),
)

/** Grinder data that is free to use from anywhere: as JSON and as plain text. */
export const grinders: Route[] = [
  endpoint({
    route: 'GET /api/widget/grinders',
    name: 'listGrinderChoices',
    summary: 'Every grinder with its slug and the ends of its dial',
    description: 'A short form, for a list to choose from. Open to all origins and cached for a day.',
    access: 'public',
    open: true,
    cache: cachedForADay,
    input: field.nothing,
    reply: GrinderChoices,
    run: listGrinderChoices,
  }),
  endpoint({
    route: 'GET /api/widget/grinder/:slug',
    name: 'getGrinderCard',
    summary: 'The settings of one grinder for every brew method, espresso through cold brew',
    description:
      'Includes the `dial`: the curve itself, for your own calculations. Open to all origins and cached for a day.',
    access: 'public',
    open: true,
    cache: cachedForADay,
    input: v.object({ slug: GetGrinderChart.entries.grinder }),
    example: { slug: 'comandante-c40-mk4' },
    reply: v.object({
      ...Chart.entries,
      url: v.pipe(v.string(), v.description('The grinder’s web page.')),
      dial: v.object({ ...DialData.entries, ticks: Ticks }),
    }),
    faults: ['grinder-not-found'],
    run: async ({ slug }, ports) => {
      const grinder = grinderOf(ports.grinders, slug)
      return {
        ...(await getGrinderChart({ grinder: grinder.slug }, ports)),
        url: `${ports.site.baseUrl}/grinders/${grinder.slug}`,
        dial: { ...dialDataOf(grinder), ticks: widgetTicks(grinder) },
      }
    },
  }),
  endpoint({
    route: 'GET /api/v1/convert',
    summary: 'What a setting on one grinder is on another, and the range it lies in',
    description:
      'Converted through the shared grind index, using the curve of each grinder. `range` says how sure we are; settings outside the published points are marked as extrapolated.',
    access: 'public',
    open: true,
    cache: cachedForADay,
    input: ConvertGrindSetting,
    example: { from: 'comandante-c40-mk4', setting: 24, to: '1zpresso-k-ultra' },
    reply: Conversion,
    faults: ['grinder-not-found', 'setting-off-dial'],
    run: convertGrindSetting,
  }),
  endpoint({
    route: 'POST /api/tools/grind-feedback',
    summary: 'Say whether a setting was too fine, just right or too coarse',
    description:
      'If many people disagree with a curve, we review it. Name the method or the grind index. If you’re signed in, you count once among the grinder’s owners, and nobody sees your name.',
    access: 'anyone',
    scope: 'write',
    limit: actPerMinute('tell how a grind was'),
    input: GiveGrindFeedback,
    example: { grinder: 'comandante-c40-mk4', setting: 24, feedback: 'JUST_RIGHT', method: 'v60' },
    reply: Received,
    faults: ['grinder-not-found', 'setting-off-dial'],
    run: giveGrindFeedback,
  }),
  {
    route: 'GET /llms-full.txt',
    name: 'readAllCharts',
    summary: 'Every grinder chart as plain text, with the method bands, how to convert and how to cite',
    description: 'For language models: add it to the context, or look things up in it. `/llms.txt` is a short version.',
    media: 'text/plain',
    open: true,
    cache: cachedForADay,
    respond: (_request, _params, ports) => allChartsText(ports),
  },
]
