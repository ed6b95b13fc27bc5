import { ownPage } from '../own-page.ts'
import { ownBrewDeleted, ownBrewKept, ownBrewMadeRecipe, ownBrewPage, ownBrewRevised } from './brew.ts'
import { logPage, logPosted } from './log.ts'

/** What belongs to who is signed in. */
export const ownPages = [
  ownPage('GET /me/log', 'A brew to log', logPage),
  ownPage('POST /me/log', 'A brew was logged', logPosted),
  ownPage('GET /me/brews/:id', 'A brew of yours, and the next step', ownBrewPage),
  ownPage('POST /me/brews/:id', 'How a brew tasted was set right', ownBrewRevised),
  ownPage('POST /me/brews/:id/keep', 'The next step was kept as a recipe', ownBrewKept),
  ownPage('POST /me/brews/:id/recipe', 'A brew was kept as a recipe', ownBrewMadeRecipe),
  ownPage('POST /me/brews/:id/delete', 'A brew was deleted', ownBrewDeleted),
]
