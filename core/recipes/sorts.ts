/** The orders in which recipes can be asked for, by their names in requests, with what pages call them. */
export const recipeSorts = { highest_rated: 'Top rated', most_brewed: 'Most brewed', newest: 'Newest' } as const

type AskedSort = keyof typeof recipeSorts

export const askedSorts = Object.keys(recipeSorts) as AskedSort[]

/** `highest_rated` is Wilson's order; `upvotes` is that of the community list. */
export type RecipeSort = AskedSort | 'upvotes'
