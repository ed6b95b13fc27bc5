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

/** The tools for a person's own data, at a separate address that needs a token. */
export const ownToolPurposes = {
  get_my_gear: 'your grinders and where each dial is, your brewers, and the people you brew for',
  get_my_shelf: 'your bags: how old they are, how much is left, which to drink first',
  get_my_brews: 'what you brewed last, and how it tasted',
  get_my_recipe: 'a recipe for one of your coffees, on your dial and for your taste',
  log_my_brew: 'log a cup in your own words, and get the next step',
  get_my_next_step: 'the one thing to change for the next cup',
  add_my_bag: 'add a bag, from what it says on the label',
  save_my_recipe: 'save a brew or a recipe, with changes if you like',
} as const

export type OwnToolName = keyof typeof ownToolPurposes

export type ToolName = keyof typeof toolPurposes
