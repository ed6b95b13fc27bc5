import { Conversion, conversionInWords } from '../../core/grind/convert.ts'
import { grinderOf } from '../../core/grind/find.ts'
import { ConvertGrindSetting, convertGrindSetting } from '../../core/grind/grinders.ts'
import { tool } from '../tool.ts'

export default tool({
  name: 'convert_grind_setting',
  title: 'Convert a grind setting',
  description:
    'Use this when someone has a setting on one coffee grinder and wants it on another: "24 clicks on my C40 MK4, what ' +
    'is that on a K-Ultra?" Returns the setting as the other dial shows it, the range it lies in, the grind index and size ' +
    'in microns, the methods it suits, and whether it is out of reach or extrapolated. Name grinders by slug or by name.',
  example: { from: 'comandante-c40-mk4', setting: 24, to: 'k ultra' },
  input: ConvertGrindSetting,
  reply: Conversion,
  run: convertGrindSetting,
  inWords: (reply, { grinders }) =>
    conversionInWords(reply, grinderOf(grinders, reply.from.slug), grinderOf(grinders, reply.to.slug)),
})
