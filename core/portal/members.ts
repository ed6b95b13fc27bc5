import type { Person } from '../accounts/model.ts'
import { atMost } from '../cut.ts'
import { Fault } from '../errors.ts'

export const memberRoles = ['OWNER', 'EDITOR'] as const
type MemberRole = (typeof memberRoles)[number]

export interface Membership {
  roasterId: number
  roasterName: string
  roasterSlug: string
  role: MemberRole
}

/** Somebody who acts for a roaster. */
export interface RoasterMember extends Person, Membership {}

export interface Members {
  /** The roasters that a person belongs to, the first joined first. */
  of: (userId: number) => Promise<Membership[]>
}

/** A person as a member of the roaster they name, or of the one they joined first. */
export async function memberFor(person: Person, members: Members, slug?: string): Promise<RoasterMember> {
  const membership = (await members.of(person.id)).find(({ roasterSlug }) => slug === undefined || roasterSlug === slug)
  if (membership) return { ...person, ...membership }
  throw new Fault(
    'not-a-roaster-member',
    slug === undefined
      ? 'You manage no roaster; claim yours first.'
      : `You do not manage the roaster ${atMost(slug, 100)}.`,
  )
}
