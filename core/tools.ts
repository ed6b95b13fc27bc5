/**
 * The tools that a language model has over MCP, as pages describe them. A test compares them with
 * the tools themselves.
 */
export const toolPurposes = {
  convert_grind_setting: 'convert a setting between grinders',
  get_grinder_chart: 'where to set a grinder, for every brew method',
  get_brew_recipe: 'a recipe for a brewer, roast and dose, on a dial',
  list_grinders: 'every grinder with its slug',
  find_recipes: 'what people brew, top-voted first, on a dial',
} as const

export type ToolName = keyof typeof toolPurposes
