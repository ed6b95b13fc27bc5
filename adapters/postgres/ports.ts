import type { PictureFiles } from '../../core/portal/pictures.ts'
import type { Ports } from '../../core/ports.ts'
import { accountInvitationsIn } from './account-invitations.ts'
import { accountsIn } from './accounts.ts'
import { auditIn } from './audit.ts'
import { bagsIn } from './bags.ts'
import { brewedCoffeesIn } from './brewed-coffees.ts'
import { brewsIn } from './brews.ts'
import { calendarIn } from './calendar.ts'
import { claimsIn } from './claims.ts'
import type { Sql } from './client.ts'
import { coffeesIn } from './coffees.ts'
import { collectionsIn } from './collections.ts'
import { commentsIn } from './comments.ts'
import { embedsIn } from './embeds.ts'
import type { HeldEquipment } from './equipment.ts'
import { saveEquipmentIn } from './equipment.ts'
import { formsIn } from './forms.ts'
import { grindFeedbackIn } from './grind-feedback.ts'
import { invitationsIn } from './invitations.ts'
import { lastStartIn } from './last-start.ts'
import { libraryIn } from './library.ts'
import { membersIn } from './members.ts'
import { movesIn } from './moves.ts'
import { newPasswordsIn } from './new-passwords.ts'
import { ownGrindersIn } from './own-grinders.ts'
import { ownedEquipmentIn } from './owned-equipment.ts'
import type { Cursors } from './page.ts'
import { palatesIn } from './palates.ts'
import { personalRecipesIn } from './personal-recipes.ts'
import { picturesIn } from './pictures.ts'
import { portabilityIn } from './portability.ts'
import { portalIn } from './portal.ts'
import { profilesIn } from './profiles.ts'
import { ratingsIn } from './ratings.ts'
import { recipesIn } from './recipes.ts'
import { reportsIn } from './reports.ts'
import { roastersIn } from './roasters.ts'
import { savedRecipesIn } from './saved-recipes.ts'
import type { Totals } from './totals.ts'
import { viewersIn } from './viewers.ts'
import { votesIn } from './votes.ts'

/** What there is once, whichever database is read. */
export interface HeldOnce
  extends Pick<
    Ports,
    | 'clock'
    | 'site'
    | 'passwords'
    | 'secrets'
    | 'sessions'
    | 'verifyAppleToken'
    | 'events'
    | 'sightings'
    | 'health'
    | 'makePicture'
  > {
  cursors: Cursors
  totals: Totals
  equipment: HeldEquipment
  supportEmail: string
  /** Where the bytes of pictures are stored; undefined where that is the database. */
  pictureFiles: PictureFiles | undefined
}

/** All ports over one database. */
export function portsOver(
  sql: Sql,
  { cursors, totals, equipment, supportEmail, pictureFiles, ...held }: HeldOnce,
): Ports {
  return {
    ...held,
    calendar: calendarIn(sql),
    lastStart: lastStartIn(sql, held.secrets, held.site),
    accounts: accountsIn(sql),
    audit: auditIn(sql),
    newPasswords: newPasswordsIn(sql),
    accountInvitations: accountInvitationsIn(sql),
    grinders: equipment.grinders,
    machines: equipment.machines,
    filters: equipment.filters,
    forms: formsIn(sql, supportEmail),
    profiles: profilesIn(sql, equipment),
    coffees: coffeesIn(sql, cursors),
    pictures: picturesIn(sql, pictureFiles, held.site),
    roasters: roastersIn(sql, cursors, totals, equipment),
    claims: claimsIn(sql),
    members: membersIn(sql),
    invitations: invitationsIn(sql),
    portal: portalIn(sql, cursors),
    embeds: embedsIn(sql),
    palates: palatesIn(sql),
    savedRecipes: savedRecipesIn(sql, equipment),
    brews: brewsIn(sql, cursors),
    portability: portabilityIn(sql),
    moves: movesIn(sql),
    library: libraryIn(sql),
    bags: bagsIn(sql),
    personalRecipes: personalRecipesIn(sql),
    collections: collectionsIn(sql, equipment),
    ownedEquipment: ownedEquipmentIn(sql),
    ownGrinders: ownGrindersIn(sql, equipment.grinders),
    grindFeedback: grindFeedbackIn(sql),
    recipes: recipesIn(sql, cursors, equipment),
    votes: votesIn(sql),
    viewers: viewersIn(sql),
    ratings: ratingsIn(sql),
    comments: commentsIn(sql),
    reports: reportsIn(sql, held.secrets, supportEmail, held.site),
    brewedCoffeesOf: brewedCoffeesIn(sql),
    saveEquipment: saveEquipmentIn(sql),
  }
}
