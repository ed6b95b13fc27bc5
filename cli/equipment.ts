import type { Command } from 'commander'
import { examples } from './examples.ts'
import { wholeNumber } from './whole-number.ts'

/** Admin commands for the catalog in the database. */
export function equipmentCommands(dialin: Command, grinders: Command) {
  fileCommands(grinders, 'grinders')
  fileCommands(dialin.command('machines').description('brewers and espresso machines in the catalog'), 'machines')
  fileCommands(dialin.command('filters').description('filters in the catalog'), 'filters')

  grinders
    .command('check')
    .description('check that every grinder has five points on one rising curve inside its dial')
    .argument(
      '[file]',
      'a .json or .csv file, or - for standard input, checked without a database; without one, the catalog is checked',
    )
    .option('--json', 'print what is wrong as JSON')
    .addHelpText('after', examples('dialin grinders check', 'dialin grinders check new-grinders.csv'))
    .action(async (file, options) => (await import('./commands/equipment.ts')).checkGrinders(file, options))

  grinders
    .command('feedback')
    .description('grinders whose users disagree with the curve, and the shift that would suit them')
    .option('--all', 'also grinders whose users agree, or are too few to tell')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples('dialin grinders feedback', 'dialin grinders feedback --all --json'))
    .action(async options => (await import('./commands/grind-feedback.ts')).feedback(options))

  grinders
    .command('learn')
    .description('the curve learned from each grinder’s owners; --apply makes it the one in use')
    .argument('[grinder...]', 'slugs; by default, all grinders with feedback')
    .option('--dry-run', 'only show the curves; the default')
    .option('--apply', 'use the learned curves from now on, and update recipes to match')
    .option('--json', 'print the curves as JSON')
    .addHelpText('after', examples('dialin grinders learn', 'dialin grinders learn kingrinder-k6 --apply'))
    .action(async (slugs, options) => (await import('./commands/learned-curves.ts')).learn(slugs, options))

  grinders
    .command('revisions')
    .description('the curves that were learned, newest first')
    .argument('[grinder]', 'a slug')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples('dialin grinders revisions', 'dialin grinders revisions kingrinder-k6 --json'))
    .action(async (slug, options) => (await import('./commands/learned-curves.ts')).revisions(slug, options))

  grinders
    .command('revert')
    .description('undo a revision: its grinder gets the curve from before, and recipes follow')
    .argument('<id>', 'the number of the revision', wholeNumber)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('dialin grinders revert 3'))
    .action(async (id, options) => (await import('./commands/learned-curves.ts')).revert(id, options))
  const commands = () => import('./commands/grinder-proposals.ts')
  const proposal = ['<id>', 'from dialin grinders proposals', wholeNumber] as const
  grinders
    .command('proposals')
    .description('grinders that aren’t in the catalog, but that several owners describe the same way')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples('dialin grinders proposals'))
    .action(async options => (await commands()).proposals(options))
  grinders
    .command('accept')
    .description('add a proposed grinder to the catalog, and move its owners and their data to it')
    .argument(...proposal)
    .option('--slug <slug>', 'its slug, instead of its name with hyphens')
    .option('--brand <brand>', 'its maker, as it should be written')
    .option('--name <name>', 'its name, as it should be written')
    .addHelpText('after', examples('dialin grinders accept 221', 'dialin grinders accept 221 --brand Zerno --name Z1'))
    .action(async (id, options) => (await commands()).accept(id, options))
  grinders
    .command('reject')
    .description('leave a proposed grinder with its owners, and don’t propose it again')
    .argument(...proposal)
    .addHelpText('after', examples('dialin grinders reject 221'))
    .action(async id => (await commands()).reject(id))
  grinders
    .command('describe')
    .description('add a grinder that isn’t in the catalog for one person, as they could themselves')
    .argument('<file>', 'JSON, as ownGrinder in the API')
    .requiredOption('--user <who>', 'id or email address')
    .addHelpText('after', examples('dialin grinders describe zerno.json --user ann@example.com'))
    .action(async (file, options) => (await commands()).describe(file, options))
}

function fileCommands(parent: Command, kind: 'grinders' | 'machines' | 'filters') {
  parent
    .command('import')
    .description(`add ${kind} from a file, or replace those with the same slug: all of them or none`)
    .argument('<file>', 'a .json or .csv file, as export writes it, or - for standard input')
    .option('--dry-run', 'only show the difference')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      examples(`dialin ${kind} import ${kind}.csv --dry-run`, `dialin ${kind} import - < ${kind}.json`),
    )
    .action(async (file, options) => (await import('./commands/equipment.ts')).importEquipmentFile(kind, file, options))

  parent
    .command('export')
    .description(`write all ${kind} in the catalog to a file, or to standard output`)
    .argument('[file]', 'a .json or .csv file, or - for standard output (the default)')
    .option('--csv', 'CSV on standard output instead of JSON')
    .addHelpText('after', examples(`dialin ${kind} export ${kind}.csv`, `dialin ${kind} export > ${kind}.json`))
    .action(async (file, options) => (await import('./commands/equipment.ts')).exportFile(kind, file, options))
}
