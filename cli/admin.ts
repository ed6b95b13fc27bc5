import { Argument, type Command, InvalidArgumentError } from 'commander'
import { reportedKinds } from '../core/reports/model.ts'
import { examples } from './examples.ts'
import { userCommands } from './users.ts'
import { wholeNumber } from './whole-number.ts'

/**
 * Commands for whoever runs the service. They work on the database, also while the service runs.
 */
export function addAdminCommands(dialin: Command) {
  const claims = dialin.command('claims').description('review roaster ownership claims')
  claims
    .command('list')
    .description('the open claims, newest first')
    .option('--all', 'also claims that were decided or expired')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples('dialin claims list', 'dialin claims list --all --json'))
    .action(async options => (await import('./commands/claims.ts')).listClaims(options))
  claims
    .command('approve')
    .description('make the claimant an owner and the roaster verified')
    .argument('<id>', 'the number of a VERIFIED claim', wholeNumber)
    .addHelpText('after', examples('dialin claims approve 3'))
    .action(async id => (await import('./commands/claims.ts')).approveClaim(id))
  claims
    .command('reject')
    .description('refuse a claim')
    .argument('<id>', 'the number of a VERIFIED claim', wholeNumber)
    .addHelpText('after', examples('dialin claims reject 3'))
    .action(async id => (await import('./commands/claims.ts')).rejectClaim(id))

  const roasters = dialin.command('roasters').description('manage roasters')
  roasters
    .command('verify')
    .description('mark a roaster as verified')
    .argument('<slug>')
    .option('--off', 'remove the mark')
    .addHelpText('after', examples('dialin roasters verify hill-road', 'dialin roasters verify hill-road --off'))
    .action(async (slug, options) => (await import('./commands/roasters.ts')).verifyRoaster(slug, options))
  roasters
    .command('premium')
    .description('make a roaster premium: it may hide "powered by" in its widgets')
    .argument('<slug>')
    .option('--off', 'remove premium status')
    .addHelpText('after', examples('dialin roasters premium hill-road', 'dialin roasters premium hill-road --off'))
    .action(async (slug, options) => (await import('./commands/roasters.ts')).makePremium(slug, options))

  const recipes = dialin.command('recipes').description('manage published recipes')
  recipes
    .command('hide')
    .description('take a recipe out of every list, count, page and embed')
    .argument('<id>', 'its number', wholeNumber)
    .addHelpText('after', examples('dialin recipes hide 17'))
    .action(async id => (await import('./commands/recipes.ts')).hideRecipe(id))
  recipes
    .command('show')
    .description('make a hidden recipe public again')
    .argument('<id>', 'its number', wholeNumber)
    .addHelpText('after', examples('dialin recipes show 17'))
    .action(async id => (await import('./commands/recipes.ts')).showRecipe(id))

  dialin
    .command('comments')
    .description('manage comments on recipes')
    .command('delete')
    .description('delete a comment for good')
    .argument('<id>', 'its number', wholeNumber)
    .addHelpText('after', examples('dialin comments delete 4'))
    .action(async id => (await import('./commands/comments.ts')).deleteComment(id))

  const reports = dialin.command('reports').description('review reports')
  const reported = () => new Argument('<kind>', 'a recipe or a comment').choices(reportedKinds)
  reports
    .command('list')
    .description('reported recipes and comments, latest first')
    .option('--all', 'also those that were closed, hidden or deleted, after the open ones')
    .option('--limit <count>', 'how many at most', wholeNumber, 50)
    .option('--page <number>', 'which page to show', wholeNumber, 1)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples('dialin reports list', 'dialin reports list --all --page 2 --json'))
    .action(async options => (await import('./commands/reports.ts')).listReports(options))
  reports
    .command('show')
    .description('show what was reported, by whom and why')
    .addArgument(reported())
    .argument('<id>', 'its number', wholeNumber)
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('dialin reports show recipe 17', 'dialin reports show comment 4 --json'))
    .action(async (kind, id, options) => (await import('./commands/reports.ts')).showReports(kind, id, options))
  reports
    .command('close')
    .description('close every open report of a recipe or comment')
    .addArgument(reported())
    .argument('<id>', 'its number', wholeNumber)
    .option('--hide', 'hide the recipe, or delete the comment for good')
    .option('--note <text>', 'a private note on why')
    .addHelpText('after', '\nNeither the reporter nor the author is told.')
    .addHelpText(
      'after',
      examples('dialin reports close recipe 17 --note "It is a real recipe."', 'dialin reports close comment 4 --hide'),
    )
    .action(async (kind, id, options) => (await import('./commands/reports.ts')).closeReports(kind, id, options))

  userCommands(dialin)

  dialin
    .command('audit')
    .description('what admins did, newest first: who, what, when, and to whom or what')
    .option('--since <when>', 'a day, an instant, or how long ago: 2026-11-01, 2026-11-01T08:00Z, 36h, 7d', sinceWhen)
    .option('--who <name>', 'only what this operating system user did')
    .option('--act <command>', 'only this command, such as "users disable", or "users" for all of its commands')
    .option('--limit <count>', 'how many at most', wholeNumber, 50)
    .option('--before <id>', 'only those older than this line, for the next page', wholeNumber)
    .option('--json', 'print the lines as JSON, and where the next page begins')
    .addHelpText(
      'after',
      '\nEach line is written in the same transaction as the change and never altered. People appear only by ID.',
    )
    .addHelpText('after', examples('dialin audit --since 7d', 'dialin audit --act users --who ann --json'))
    .action(async options => (await import('./commands/audit.ts')).listAudit(options))

  dialin
    .command('import')
    .description('import someone’s brews from Beanconqueror or a table, or their account from another server')
    .argument('<file>', 'a .zip, .json or .csv file as it was exported, or - for standard input')
    .requiredOption('--user <who>', 'the account to import into: its ID or email address')
    .option('--dry-run', 'only show what would be imported')
    .option('--column <theirs=ours>', 'what a column of a table is, such as Grind=setting; may be repeated', repeated)
    .option('--grinder <name=slug>', 'which grinder a name in a table means; may be repeated', repeated)
    .option(
      '--own-grinder <name=file>',
      'a grinder that isn’t in the catalog, described as JSON; may be repeated',
      repeated,
    )
    .option('--coffee <name=roaster/coffee>', 'which coffee a name in a table means; may be repeated', repeated)
    .option('--method <method>', 'the brew method for rows in a table that don’t name one')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nImporting the same file again adds what is missing, without duplicates.')
    .addHelpText(
      'after',
      examples(
        'dialin import Beanconqueror.zip --user ann@example.com --dry-run',
        'dialin import brews.csv --user ann@example.com --column "Grind=setting" --grinder C40=comandante-c40-mk3',
        'dialin import brews.csv --user ann@example.com --own-grinder "My mill=mill.json"',
        'curl … /api/user/export | dialin import - --user ann@example.com',
      ),
    )
    .action(async (file, options) => (await import('./commands/import.ts')).importFor(file, options))
}

const repeated = (value: string, before: string[] = []) => [...before, value]

function sinceWhen(text: string) {
  const [, count, unit] = /^(\d{1,5})(m|h|d)$/.exec(text) ?? []
  if (count && unit)
    return new Date(Date.now() - Number(count) * { m: 60, h: 3600, d: 86_400 }[unit as 'm' | 'h' | 'd'] * 1000)
  const at = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new InvalidArgumentError('Use a form such as 2026-11-01, 2026-11-01T08:00Z, 36h or 7d.')
  return new Date(at)
}
