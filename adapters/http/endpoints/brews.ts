import * as v from 'valibot'
import { deleteBrew, getBrew, lastBrew, listBrews, reviseBrew } from '../../../core/brews/brews.ts'
import { getBrewsCsv } from '../../../core/brews/brews-csv.ts'
import { compareBrew } from '../../../core/brews/compare.ts'
import { logBrew } from '../../../core/brews/log-brew.ts'
import {
  BrewDetailReply,
  BrewId,
  BrewLog,
  BrewReply,
  ComparisonReply,
  GetBrew,
  LastBrew,
  LastBrewReply,
  ListBrews,
  LogBrew,
  ReviseBrew,
  WeeklyStats,
} from '../../../core/brews/model.ts'
import { saveBrewAsRecipe } from '../../../core/brews/save-as-recipe.ts'
import { WeeklyStatsReply, weeklyStats } from '../../../core/brews/week.ts'
import { asDrinker } from '../../../core/drinkers/drinkers.ts'
import * as field from '../../../core/fields.ts'
import { countedPageOf } from '../../../core/page.ts'
import { endpoint, fileInPieces } from '../endpoint.ts'
import { perMinute } from '../limits.ts'

export const brews = [
  endpoint({
    route: 'GET /api/brew-logs',
    summary: 'Your brew logs, newest first',
    description: '`rating` is the minimum; `savedAsRecipe` marks those you saved as a recipe.',
    access: 'member',
    input: ListBrews,
    example: { limit: 1 },
    reply: countedPageOf(BrewLog),
    run: listBrews,
  }),
  endpoint({
    route: 'POST /api/brew-logs',
    summary: 'Log a brew',
    description:
      'Only a method or a machine is required. `style` says how it was brewed, such as iced or inverted; each style is coached separately. Say how the brew tasted to get the next step.',
    access: 'member',
    input: LogBrew,
    example: {
      machineId: 67,
      coffeeProfileId: 1,
      grinderId: 48,
      doseGrams: 15,
      waterGrams: 250,
      grindSetting: '24 clicks',
      waterTempF: 201,
      brewTimeSeconds: 175,
      rating: 3,
      extractionFeedback: { sour: true },
    },
    reply: BrewReply,
    status: 201,
    faults: ['coffee-not-found', 'recipe-not-found', 'not-found', 'setting-off-dial', 'log-full'],
    run: logBrew,
  }),
  fileInPieces({
    route: 'GET /api/brew-logs.csv',
    summary: 'All your brew logs as one table, for a spreadsheet',
    description:
      'A CSV file, one line per brew, newest first, streamed. Cells are escaped so that spreadsheets don’t read them as formulas.',
    access: 'member',
    limit: perMinute(10),
    input: field.nothing,
    reply: v.string(),
    file: { media: 'text/csv', name: 'brews.csv' },
    run: getBrewsCsv,
  }),
  endpoint({
    route: 'GET /api/brew-logs/last',
    summary: 'Your most recent brew log, or null',
    description: 'Use it to prefill the next log.',
    access: 'member',
    input: LastBrew,
    example: { drinkerId: 0 },
    reply: LastBrewReply,
    run: lastBrew,
  }),
  endpoint({
    route: 'GET /api/brew-logs/weekly-stats',
    summary: 'Your last seven days, ending today, compared with the seven before',
    description: 'How many you brewed, how you rated them, your streak, and up to two insights.',
    access: 'member',
    input: WeeklyStats,
    example: { tz: 'Europe/Berlin' },
    reply: WeeklyStatsReply,
    faults: ['not-found'],
    name: 'weeklyStats',
    run: asDrinker(weeklyStats),
  }),
  endpoint({
    route: 'GET /api/brew-logs/:id',
    summary: 'A brew log with its grinder and what to change next time',
    description: '`nextStep` is one change and the reason for it, in your own clicks.',
    access: 'member',
    input: GetBrew,
    example: { id: 1 },
    reply: BrewDetailReply,
    faults: ['brew-not-found'],
    run: getBrew,
  }),
  endpoint({
    route: 'PATCH /api/brew-logs/:id',
    also: 'PUT',
    summary: 'Say how a brew turned out',
    description:
      'Rating, taste, outcome, notes, when it was brewed, from which bag and what was measured; omitted fields stay.',
    access: 'member',
    input: ReviseBrew,
    example: { id: 1, rating: 4, notes: 'Better once it had cooled.' },
    reply: BrewReply,
    faults: ['brew-not-found', 'not-found'],
    run: reviseBrew,
  }),
  endpoint({
    route: 'DELETE /api/brew-logs/:id',
    summary: 'Delete a brew log',
    description: 'A recipe you saved from it stays.',
    access: 'member',
    input: BrewId,
    example: { id: 2 },
    reply: field.succeeded,
    faults: ['brew-not-found'],
    run: deleteBrew,
  }),
  endpoint({
    route: 'GET /api/brew-logs/:id/compare',
    summary: 'What changed since the previous brew of the same coffee and method',
    description: 'What differed and how the ratings changed, for messages such as "one click finer, and sweeter".',
    access: 'member',
    input: BrewId,
    example: { id: 2 },
    reply: ComparisonReply,
    faults: ['brew-not-found'],
    run: compareBrew,
  }),
  endpoint({
    route: 'POST /api/brew-logs/:id/save-as-recipe',
    summary: 'Save a brew as a personal recipe; repeating it changes nothing',
    description: 'The recipe is then among your own recipes.',
    access: 'member',
    input: BrewId,
    example: { id: 1 },
    reply: BrewReply,
    faults: ['brew-not-found'],
    run: saveBrewAsRecipe,
  }),
]
