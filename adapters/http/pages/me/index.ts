import { MAX_PICTURE_BYTES } from '../../../../core/pictures/model.ts'
import { MAX_IMPORT_BYTES } from '../../../imports/import-file.ts'
import { FORM_BYTES } from '../../body.ts'
import { actPerMinute, formsPerMinute, perMinute } from '../../limits.ts'
import { ownPage } from '../own-page.ts'
import { personalVersionsPage } from '../versions.ts'
import { accountDeleted, accountDeletePage, accountPage, passwordPage, passwordSet, profileSet } from './account.ts'
import { archivePage, bagDeleted, bagDeletePage, bagPage, bagPicturePosted, bagPosted } from './bag.ts'
import { ownBrewDeleted, ownBrewPage, ownBrewRevised, ownBrewSaved, ownNextStepSaved } from './brew.ts'
import { brewAgainPage } from './brew-again.ts'
import { brewsPage } from './brews.ts'
import { collectionMade, collectionPage, collectionPosted, collectionsPage } from './collections.ts'
import {
  drinkerAdded,
  drinkerChanged,
  drinkerPage,
  drinkerRemoved,
  drinkerRemovePage,
  drinkersPage,
} from './drinkers.ts'
import { gearPage, gearPosted, gearRemovePage, waterPosted } from './gear.ts'
import { importPage, importPosted } from './import.ts'
import { appDisconnected, keyCreated, keyRevoked, keysPage } from './keys.ts'
import { logPage, logPosted } from './log.ts'
import { mailsPage, mailsPosted } from './mails.ts'
import { dialPosted, myCoffeePage } from './my-coffee.ts'
import { emailAsked, emailConfirmed, emailConfirmPage, emailPage } from './new-email.ts'
import { palatePage, palatePosted } from './palate.ts'
import {
  personalRecipeDeleted,
  personalRecipeEdited,
  personalRecipeEditPage,
  personalRecipePage,
  recipeWritten,
  writePage,
} from './personal-recipe.ts'
import { personalRecipesPage } from './personal-recipes.ts'
import { publishedPage } from './published.ts'
import { savedPage } from './saved.ts'
import { otherSessionsEnded, sessionEnded } from './sessions.ts'
import { shelfPage, shelfPosted } from './shelf.ts'

/** The pages of a signed-in person. */
export const ownPages = [
  ownPage('GET /me', 'Your week, brews, gear, taste, shelf and recipes', myCoffeePage),
  ownPage('POST /me/dials', 'Where a dial is, or when its burrs were changed, was said', dialPosted),
  ownPage('GET /me/log', 'A brew to log', logPage),
  ownPage('POST /me/log', 'A brew was logged', logPosted),
  ownPage('GET /me/brews', 'All your brews', brewsPage),
  ownPage('GET /me/brews/:id', 'A brew of yours, and the next step', ownBrewPage),
  ownPage('GET /me/brews/:id/again', 'The next cup of a brew, to brew from', brewAgainPage),
  ownPage('POST /me/brews/:id', 'How a brew tasted was set right', ownBrewRevised),
  ownPage('POST /me/brews/:id/keep', 'The next step was saved as a recipe', ownNextStepSaved),
  ownPage('POST /me/brews/:id/recipe', 'A brew was saved as a recipe', ownBrewSaved),
  ownPage('POST /me/brews/:id/delete', 'A brew was deleted', ownBrewDeleted),
  ownPage('GET /me/gear', 'Your grinders, brewers, filters and water', gearPage),
  ownPage('GET /me/gear/remove', 'Asks before gear is removed', gearRemovePage),
  ownPage('POST /me/gear', 'Gear was added, removed or put first', gearPosted),
  ownPage('POST /me/gear/water', 'Your altitude and water were set', waterPosted),
  ownPage('GET /me/palate', 'My taste', palatePage),
  ownPage('POST /me/palate', 'My taste was set', palatePosted),
  ownPage('GET /me/drinkers', 'The people you brew for', drinkersPage),
  ownPage('POST /me/drinkers', 'Somebody you brew for was added', drinkerAdded),
  ownPage('GET /me/drinkers/:id', 'Somebody you brew for', drinkerPage),
  ownPage('POST /me/drinkers/:id', 'Somebody you brew for was changed', drinkerChanged),
  ownPage('GET /me/drinkers/:id/remove', 'Asks before somebody you brew for is removed', drinkerRemovePage),
  ownPage('POST /me/drinkers/:id/remove', 'Somebody you brew for was removed', drinkerRemoved),
  ownPage('GET /me/shelf', 'Your bags of coffee', shelfPage),
  ownPage(
    'POST /me/shelf',
    'A bag was added, noted on or taken off',
    shelfPosted,
    formsPerMinute(actPerMinute('add a coffee')),
  ),
  ownPage('GET /me/shelf/archive', 'Your finished bags, and what you learned from them', archivePage),
  ownPage('GET /me/shelf/:id', 'One of your bags', bagPage),
  ownPage('POST /me/shelf/:id', 'A bag was weighed, opened, frozen, thawed, finished or changed', bagPosted),
  ownPage('POST /me/shelf/:id/picture', 'A photo of a bag was sent or removed', bagPicturePosted, {
    ...formsPerMinute(actPerMinute('send a picture')),
    maxBody: MAX_PICTURE_BYTES + FORM_BYTES,
  }),
  ownPage('GET /me/shelf/:id/delete', 'Asks before a bag is deleted', bagDeletePage),
  ownPage('POST /me/shelf/:id/delete', 'A bag was deleted', bagDeleted),
  ownPage('GET /me/saved', 'The recipes you saved', savedPage),
  ownPage('GET /me/collections', 'Your collections', collectionsPage),
  ownPage('POST /me/collections', 'A collection was made', collectionMade),
  ownPage('GET /me/collections/:id', 'A collection of yours', collectionPage),
  ownPage('POST /me/collections/:id', 'A collection was changed', collectionPosted),
  ownPage('GET /me/recipes', 'Your own recipes', personalRecipesPage),
  ownPage('GET /me/recipes/new', 'A recipe to write down', writePage),
  ownPage('POST /me/recipes/new', 'A recipe was written down', recipeWritten),
  ownPage('GET /me/recipes/:id', 'A recipe of your own', personalRecipePage),
  ownPage('GET /me/recipes/:id/versions', 'A recipe of your own as it was before each edit', personalVersionsPage),
  ownPage('GET /me/recipes/:id/edit', 'A recipe of your own, to change', personalRecipeEditPage),
  ownPage('POST /me/recipes/:id/edit', 'A recipe of your own was changed', personalRecipeEdited),
  ownPage('POST /me/recipes/:id/delete', 'A recipe of your own was deleted', personalRecipeDeleted),
  ownPage('GET /me/published', 'What you published', publishedPage),
  ownPage('GET /settings', 'Which mails you get', mailsPage),
  ownPage('POST /settings', 'Which mails you get was chosen', mailsPosted),
  ownPage('GET /me/import', 'Brews from elsewhere', importPage),
  ownPage('POST /me/import', 'Brews from elsewhere were sent', importPosted, {
    ...formsPerMinute(actPerMinute('bring a file')),
    maxBody: MAX_IMPORT_BYTES + FORM_BYTES,
  }),
  ownPage('GET /me/keys', 'Your connected apps and API tokens', keysPage),
  ownPage('POST /me/keys', 'An API token was created', keyCreated, formsPerMinute(actPerMinute('create an API token'))),
  ownPage('POST /me/keys/revoke', 'An API token was revoked', keyRevoked),
  ownPage('POST /me/keys/disconnect', 'An app was disconnected', appDisconnected),
  ownPage('GET /me/account', 'Name, privacy, signing in, units, mails and data', accountPage),
  ownPage('POST /me/account/profile', 'Your name and what others see were set', profileSet),
  ownPage('GET /me/account/password', 'A password to set', passwordPage),
  ownPage(
    'POST /me/account/password',
    'A password was set',
    passwordSet,
    formsPerMinute(actPerMinute('set a password')),
  ),
  ownPage('GET /me/account/email', 'A new email address', emailPage),
  ownPage(
    'POST /me/account/email',
    'A link was sent to a new email address',
    emailAsked,
    formsPerMinute(actPerMinute('change an email address')),
  ),
  ownPage('GET /me/account/email/confirm', 'Asks before the email address is changed', emailConfirmPage),
  ownPage('POST /me/account/email/confirm', 'The email address was changed', emailConfirmed, {
    limit: actPerMinute('change an email address'),
  }),
  ownPage('POST /me/account/sessions/end', 'One other device was signed out', sessionEnded),
  ownPage('POST /me/account/sessions/end-others', 'Every other device was signed out', otherSessionsEnded),
  ownPage('GET /me/account/delete', 'Asks before the account is deleted', accountDeletePage),
  ownPage('POST /me/account/delete', 'Your account was deleted', accountDeleted, { limit: perMinute(5) }),
]
