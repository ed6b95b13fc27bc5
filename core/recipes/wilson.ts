/**
 * The lower end of Wilson's 95 % interval for the share of upvotes: E. B. Wilson, J. Am. Stat.
 * Assoc. 22 (1927). Without upvotes the score is exactly 0, so that the tie-break below decides and
 * not the last bit of a square root.
 */
export function wilsonScore(upvotes: number, downvotes: number): number {
  if (upvotes === 0) return 0
  const votes = upvotes + downvotes
  const share = upvotes / votes
  const centre = share + Z2 / (2 * votes)
  const margin = Z * Math.sqrt((share * (1 - share) + Z2 / (4 * votes)) / votes)
  return (centre - margin) / (1 + Z2 / votes)
}

export interface RankedRecipe {
  id: number
  wilsonScore: number
  downvotes: number
  createdAt: string
}

/**
 * Best first. Equal scores are sorted by fewer downvotes, then newer, then the higher id, so that
 * no two recipes ever tie.
 */
export function byWilson(a: RankedRecipe, b: RankedRecipe): number {
  return (
    b.wilsonScore - a.wilsonScore ||
    a.downvotes - b.downvotes ||
    (a.createdAt === b.createdAt ? b.id - a.id : a.createdAt < b.createdAt ? 1 : -1)
  )
}

const Z = 1.96
const Z2 = Z * Z
