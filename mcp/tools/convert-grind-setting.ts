import { Conversion, conversionInWords } from '../../core/grind/convert.ts'
import { grinderOf } from '../../core/grind/find.ts'
import { ConvertGrindSetting, convertGrindSetting } from '../../core/grind/grinders.ts'
import { tool } from '../tool.ts'

export default tool({
  name: 'convert_grind_setting',
  title: 'Convert a grind setting',
  description:
    'Translates a setting on one coffee grinder to the equivalent setting on another, with the range it lies in. ' +
    'Grinders are named by slug; list_grinders finds it.',
  input: ConvertGrindSetting,
  reply: Conversion,
  run: convertGrindSetting,
  inWords: (reply, { grinders }) =>
    conversionInWords(reply, grinderOf(grinders, reply.from.slug), grinderOf(grinders, reply.to.slug)),
})
