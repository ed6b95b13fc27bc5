import * as v from 'valibot'
import * as field from '../fields.ts'

/** What can be reported. */
export const reportedKinds = ['recipe', 'comment'] as const
export type ReportedKind = (typeof reportedKinds)[number]

/** The reasons that people choose from, in words. */
export const reasonsInWords = {
  spam: 'Spam or advertising',
  rude: 'Rude or hateful',
  wrong: 'Wrong or dangerous brewing advice',
  copied: 'Someone else’s work',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof reasonsInWords
const reasons = Object.keys(reasonsInWords) as [ReportReason, ...ReportReason[]]

export const LONGEST_SENTENCE = 500
/** From one address, for anything. Signed-in people have only the limit of the route. */
export const VISITOR_REPORTS_AN_HOUR = 5

export const GivenReport = v.object({
  reason: field.choice(reasons),
  sentence: v.optional(v.pipe(field.text(0, LONGEST_SENTENCE), v.description('Optional: what’s wrong with it.'))),
})
export const ReportRecipe = v.object({ id: field.id, ...GivenReport.entries })
export const ReportTechniqueComment = v.object({
  slug: field.text(1, 100),
  commentId: field.id,
  ...GivenReport.entries,
})
export const ReportComment = v.object({ id: field.id, commentId: field.id, ...GivenReport.entries })

/** A reported thing, and its current state. */
export interface ReportedThing {
  kind: ReportedKind
  id: number
  /**
   * A comment is `hidden` with its recipe. `gone`: somebody deleted it, and nothing more is known.
   */
  state: 'public' | 'hidden' | 'gone'
  recipeId: number | null
  /** The slug of the technique that a comment is about; null if it is about a recipe. */
  technique: string | null
  recipeName: string | null
  /** The text of a comment, or the author's notes on a recipe. */
  text: string | null
  author: { id: number; displayName: string; email: string } | null
  /** The roaster, if it is a roaster's recipe. */
  roasterName: string | null
}

/** A thing with a summary of its reports. */
export interface ReportedOften extends ReportedThing {
  /** Not closed yet. Reports count as open while the thing is public. */
  open: number
  closed: number
  reasons: Partial<Record<ReportReason, number>>
  firstAt: string
  lastAt: string
}

/** One report as an admin sees it. */
export interface ReportRead {
  id: number
  reason: ReportReason
  sentence: string | null
  createdAt: string
  byVisitor: boolean
  /** Null for a visitor, and once their account is closed. */
  reporter: { id: number; displayName: string } | null
  closedAt: string | null
  note: string | null
}
