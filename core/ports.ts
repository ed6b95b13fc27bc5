import type { Accounts } from './accounts/accounts.ts'
import type { ApiTokens } from './accounts/api-tokens.ts'
import type { LastStart } from './accounts/last-start.ts'
import type { NewEmails } from './accounts/new-email.ts'
import type { NewPasswords } from './accounts/new-passwords.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { Secrets } from './accounts/secrets.ts'
import type { Sessions } from './accounts/sessions.ts'
import type { VerifyAppleToken } from './accounts/sign-in.ts'
import type { AccountInvitations } from './accounts/sign-up.ts'
import type { Techniques } from './adaptation/technique.ts'
import type { DeviceSignIns } from './apps/device.ts'
import type { Connections } from './apps/model.ts'
import type { Audit } from './audit/audit.ts'
import type { Brews } from './brews/brews.ts'
import type { Ratings } from './brews/ratings.ts'
import type { Clock } from './clock.ts'
import type { Coffees } from './coffees/coffees.ts'
import type { Collections } from './collections/collections.ts'
import type { Calendar } from './dates.ts'
import type { Drinkers } from './drinkers/drinkers.ts'
import type { Embeds } from './embeds/embeds.ts'
import type { Sightings } from './embeds/sightings.ts'
import type { Equipment, SaveEquipment } from './equipment/equipment.ts'
import type { GrindFeedback } from './equipment/grind-feedback.ts'
import type { GrinderProposals } from './equipment/grinder-proposals.ts'
import type { OwnGrinders } from './equipment/own-grinders.ts'
import type { OwnedEquipment } from './equipment/owned-equipment.ts'
import type { Events } from './events/events.ts'
import type { Forms } from './forms/forms.ts'
import type { HealthSource } from './health/health.ts'
import type { Learning } from './learning/learning.ts'
import type { Bags } from './library/bags.ts'
import type { Library } from './library/library.ts'
import type { ShelfNews } from './library/shelf-news.ts'
import type { Outside } from './outside.ts'
import type { PersonalRecipes } from './personal-recipes/personal-recipes.ts'
import type { Portability } from './portability/portability.ts'
import type { Transfers } from './portability/transfers.ts'
import type { RoasterInvitations } from './portal/invitations.ts'
import type { Members } from './portal/members.ts'
import type { MakePicture, Pictures } from './portal/pictures.ts'
import type { Portal } from './portal/portal.ts'
import type { Profiles } from './profiles/profiles.ts'
import type { Comments } from './recipes/comments.ts'
import type { Recipes } from './recipes/recipes.ts'
import type { SavedRecipes } from './recipes/saved-recipes.ts'
import type { Viewers } from './recipes/viewer.ts'
import type { Votes } from './recipes/votes.ts'
import type { Reports } from './reports/reports.ts'
import type { Claims } from './roasters/claims.ts'
import type { Roasters } from './roasters/roasters.ts'
import type { Site } from './site.ts'
import type { Dials } from './stand/dials.ts'
import type { Palates } from './taste/palates.ts'
import type { BrewedCoffeesOf } from './taste/taster.ts'
import type { TechniqueTalk } from './techniques/talk.ts'

/**
 * All ports together, for the code that composes them. Files in core declare the ports they need
 * themselves.
 */
export interface Ports extends Equipment {
  clock: Clock
  calendar: Calendar
  site: Site
  lastStart: LastStart
  accounts: Accounts
  apiTokens: ApiTokens
  connections: Connections
  deviceSignIns: DeviceSignIns
  audit: Audit
  newEmails: NewEmails
  newPasswords: NewPasswords
  accountInvitations: AccountInvitations
  passwords: Passwords
  secrets: Secrets
  sessions: Sessions
  verifyAppleToken: VerifyAppleToken
  outside: Outside
  forms: Forms
  profiles: Profiles
  coffees: Coffees
  pictures: Pictures
  makePicture: MakePicture
  roasters: Roasters
  claims: Claims
  members: Members
  invitations: RoasterInvitations
  portal: Portal
  embeds: Embeds
  sightings: Sightings
  events: Events
  palates: Palates
  drinkers: Drinkers
  dials: Dials
  savedRecipes: SavedRecipes
  brews: Brews
  portability: Portability
  transfers: Transfers
  library: Library
  bags: Bags
  shelfNews: ShelfNews
  personalRecipes: PersonalRecipes
  collections: Collections
  ownedEquipment: OwnedEquipment
  ownGrinders: OwnGrinders
  grindFeedback: GrindFeedback
  learning: Learning
  grinderProposals: GrinderProposals
  recipes: Recipes
  techniques: Techniques
  votes: Votes
  viewers: Viewers
  ratings: Ratings
  comments: Comments
  techniqueTalk: TechniqueTalk
  reports: Reports
  brewedCoffeesOf: BrewedCoffeesOf
  saveEquipment: SaveEquipment
  health: HealthSource
}
