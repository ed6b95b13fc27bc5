import { Chart, chartInWords } from '../../core/grind/chart.ts'
import { grinderOf } from '../../core/grind/find.ts'
import { GetGrinderChart, getGrinderChart } from '../../core/grind/grinders.ts'
import { tool } from '../tool.ts'

export default tool({
  name: 'get_grinder_chart',
  title: 'Get the dial-in chart of a grinder',
  description:
    'The settings of one coffee grinder for every brew method, espresso through cold brew, with usable ranges. ' +
    'The grinder is named by slug; list_grinders finds it.',
  input: GetGrinderChart,
  reply: Chart,
  run: getGrinderChart,
  inWords: (reply, { grinders }) => chartInWords(reply, grinderOf(grinders, reply.slug)),
})
