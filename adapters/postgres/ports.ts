import type { PictureFiles } from '../../core/portal/pictures.ts'
import type { Ports } from '../../core/ports.ts'
import { bagsIn } from './brews/bags.ts'
import { brewedCoffeesIn } from './brews/brewed-coffees.ts'
import { brewsIn } from './brews/brews.ts'
import { dialsIn } from './brews/dials.ts'
import { libraryIn } from './brews/library.ts'
import { ratingsIn } from './brews/ratings.ts'
import { shelfNewsIn } from './brews/shelf-news.ts'
import { coffeesIn } from './catalog/coffees.ts'
import { type HeldEquipment, saveEquipmentIn } from './catalog/equipment.ts'
import { grindFeedbackIn } from './catalog/grind-feedback.ts'
import { grinderProposalsIn } from './catalog/grinder-proposals.ts'
import { learningIn } from './catalog/learning.ts'
import { ownGrindersIn } from './catalog/own-grinders.ts'
import { ownedEquipmentIn } from './catalog/owned-equipment.ts'
import { picturesIn } from './catalog/pictures.ts'
import type { Sql } from './engine/client.ts'
import { lastStartIn } from './engine/last-start.ts'
import { auditIn } from './operations/audit.ts'
import { portabilityIn } from './operations/portability.ts'
import { reportsIn } from './operations/reports.ts'
import { transfersIn } from './operations/transfers.ts'
import { accountInvitationsIn } from './people/account-invitations.ts'
import { accountsIn } from './people/accounts.ts'
import { apiTokensIn } from './people/api-tokens.ts'
import { connectionsIn } from './people/connections.ts'
import { deviceSignInsIn } from './people/device-sign-ins.ts'
import { drinkersIn } from './people/drinkers.ts'
import { formsIn } from './people/forms.ts'
import { membersIn } from './people/members.ts'
import { newEmailsIn } from './people/new-emails.ts'
import { newPasswordsIn } from './people/new-passwords.ts'
import { palatesIn } from './people/palates.ts'
import { profilesIn } from './people/profiles.ts'
import { calendarIn } from './queries/calendar.ts'
import type { Cursors } from './queries/page.ts'
import { collectionsIn } from './recipes/collections.ts'
import { commentsIn } from './recipes/comments.ts'
import { personalRecipesIn } from './recipes/personal-recipes.ts'
import { recipesIn } from './recipes/recipes.ts'
import { savedRecipesIn } from './recipes/saved-recipes.ts'
import { techniqueTalkIn } from './recipes/technique-talk.ts'
import { viewersIn } from './recipes/viewers.ts'
import { votesIn } from './recipes/votes.ts'
import { claimsIn } from './roasters/claims.ts'
import { embedsIn } from './roasters/embeds.ts'
import { invitationsIn } from './roasters/invitations.ts'
import { portalIn } from './roasters/portal.ts'
import { roastersIn } from './roasters/roasters.ts'

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
    | 'outside'
    | 'events'
    | 'sightings'
    | 'health'
    | 'makePicture'
    | 'techniques'
  > {
  cursors: Cursors
  equipment: HeldEquipment
  supportEmail: string
  /** Where the bytes of pictures are stored; undefined where that is the database. */
  pictureFiles: PictureFiles | undefined
}

/** All ports over one database. */
export function portsOver(sql: Sql, { cursors, equipment, supportEmail, pictureFiles, ...held }: HeldOnce): Ports {
  return {
    ...held,
    calendar: calendarIn(sql),
    lastStart: lastStartIn(sql, held.secrets, held.site),
    accounts: accountsIn(sql),
    apiTokens: apiTokensIn(sql),
    connections: connectionsIn(sql),
    deviceSignIns: deviceSignInsIn(sql),
    audit: auditIn(sql),
    newEmails: newEmailsIn(sql),
    newPasswords: newPasswordsIn(sql),
    accountInvitations: accountInvitationsIn(sql),
    grinders: equipment.grinders,
    machines: equipment.machines,
    filters: equipment.filters,
    forms: formsIn(sql, supportEmail),
    profiles: profilesIn(sql, equipment),
    coffees: coffeesIn(sql, cursors),
    pictures: picturesIn(sql, pictureFiles, held.site),
    roasters: roastersIn(sql, cursors, equipment),
    claims: claimsIn(sql),
    members: membersIn(sql),
    invitations: invitationsIn(sql),
    portal: portalIn(sql, cursors),
    embeds: embedsIn(sql),
    palates: palatesIn(sql),
    drinkers: drinkersIn(sql),
    dials: dialsIn(sql),
    savedRecipes: savedRecipesIn(sql, equipment),
    brews: brewsIn(sql, cursors),
    portability: portabilityIn(sql),
    transfers: transfersIn(sql),
    library: libraryIn(sql),
    bags: bagsIn(sql),
    shelfNews: shelfNewsIn(sql),
    personalRecipes: personalRecipesIn(sql, equipment),
    collections: collectionsIn(sql, equipment),
    ownedEquipment: ownedEquipmentIn(sql),
    ownGrinders: ownGrindersIn(sql, equipment.grinders),
    grindFeedback: grindFeedbackIn(sql),
    learning: learningIn(sql, equipment),
    grinderProposals: grinderProposalsIn(sql),
    recipes: recipesIn(sql, cursors, equipment),
    votes: votesIn(sql),
    viewers: viewersIn(sql),
    ratings: ratingsIn(sql),
    comments: commentsIn(sql),
    techniqueTalk: techniqueTalkIn(sql),
    reports: reportsIn(sql, held.secrets, supportEmail, held.site),
    brewedCoffeesOf: brewedCoffeesIn(sql),
    saveEquipment: saveEquipmentIn(sql),
  }
}
