import * as v from 'valibot'
import * as field from '../fields.ts'

/** What can be reported. */
export const reportedKinds = ['recipe', 'comment'] as const
export type ReportedKind = (typeof reportedKinds)[number]

/** Why, as it is chosen from. */
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
/** Of one address, whatever it reports; who is signed in is held to the limit of the door alone. */
export const VISITOR_REPORTS_AN_HOUR = 5

export const GivenReport = v.object({
  reason: field.choice(reasons),
  sentence: v.optional(v.pipe(field.text(0, LONGEST_SENTENCE), v.description('What is wrong with it, if you like.'))),
})
export const ReportRecipe = v.object({ id: field.id, ...GivenReport.entries })
export const ReportComment = v.object({ id: field.id, commentId: field.id, ...GivenReport.entries })

/** What is or was reported, and how it stands now. */
export interface ReportedThing {
  kind: ReportedKind
  id: number
  /** `hidden` with its recipe; `gone` where somebody has deleted it, of which nothing more is known. */
  state: 'public' | 'hidden' | 'gone'
  recipeId: number | null
  recipeName: string | null
  /** A comment's words, or what the author of a recipe noted. */
  text: string | null
  author: { id: number; displayName: string; email: string } | null
  /** Whose own recipe it is. */
  roasterName: string | null
}

/** A thing with what was said of it, all in all. */
export interface ReportedOften extends ReportedThing {
  /** Not closed yet; they count as open while all can see the thing. */
  open: number
  closed: number
  reasons: Partial<Record<ReportReason, number>>
  firstAt: string
  lastAt: string
}

/** One report as an admin reads it. */
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
