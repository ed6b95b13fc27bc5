import { Argument, Command, CommanderError } from 'commander'
import { thisRelease } from '../adapters/program/release.ts'
import { Fault } from '../core/errors.ts'
import { addAdminCommands } from './admin.ts'
import { equipmentCommands } from './equipment.ts'
import { examples } from './examples.ts'
import { Interrupted } from './interrupt.ts'
import { complain, harmless } from './print.ts'
import { ofProcess, onTerminal, terminal } from './terminal.ts'

/** Documented in docs/cli.md. */
const exitCodes = { ok: 0, fault: 1, usage: 2, away: 3, bug: 70 } as const

/**
 * Runs one command line and returns its exit code, on the terminal of this process or on another.
 */
export const runProgram = (args: readonly string[], on = ofProcess): Promise<number> => onTerminal(on, () => run(args))

async function run(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: 'user' })
    return terminal().exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    return failed(error)
  }
}

/** Prints what went wrong in a sentence, and returns the exit code. */
export async function failed(error: unknown): Promise<number> {
  if (error instanceof Interrupted) {
    complain(error.message)
    return error.exitCode
  }
  const fault = error instanceof Fault ? error : (await import('../adapters/trouble/trouble.ts')).troubleOf(error)
  if (fault) {
    complain(fault.message)
    return fault.code === 'service-down' ? exitCodes.away : exitCodes.fault
  }
  const { message = String(error), stack = '' } = error instanceof Error ? error : {}
  const isShown = terminal().env.LOG_LEVEL === 'debug'
  complain(`This is a bug in Dialin: ${message.trim().split('\n')[0] || 'no error message'}`)
  complain(
    isShown
      ? stack
      : 'Run the same command with LOG_LEVEL=debug to see where it happened, and include that in your report.',
  )
  return exitCodes.bug
}

/** Commands are imported when they run, so that none waits for the code of the others. */
function program(): Command {
  const { out } = terminal()
  const dialin = new Command('dialin')
    .description('Coffee recipes and grind settings that fit your grinder.')
    .version(thisRelease)
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .configureOutput({
      writeOut: text => out(harmless(text)),
      writeErr: text => complain(text.trimEnd()),
      getOutHelpWidth: () => helpWidth(terminal().outColumns),
      getErrHelpWidth: () => helpWidth(terminal().errColumns),
    })
    .addHelpText(
      'after',
      examples(
        'dialin convert comandante-c40-mk4 24 1zpresso-k-ultra',
        'dialin convert "c40 mk4" "24 clicks" "ode 2"',
        'dialin chart encore',
        'dialin grinders list comandante',
      ),
    )

  dialin
    .command('convert')
    .description('convert a setting from one grinder to another')
    .argument('<from>', 'the grinder the setting is for: its slug, or enough of its name')
    .argument('<setting>', 'a number, or what the dial shows: 24, "24 clicks", 2.5.1, 9E')
    .argument('<to>', 'the grinder to convert to')
    .option('--json', 'print the answer as the REST and MCP interfaces do, with the source of its data')
    .addHelpText('after', examples('dialin convert "c40 mk4" 24 "k ultra"', 'dialin convert jx 2.5.1 encore --json'))
    .action(async (from, setting, to, options) =>
      (await import('./commands/convert.ts')).convert(from, setting, to, options),
    )

  dialin
    .command('chart')
    .description('the settings of a grinder for every brew method, and its curve')
    .argument('<grinder>', 'its slug, or enough of its name')
    .option('--json', 'print the chart as the REST and MCP interfaces do, with the source of its data')
    .addHelpText('after', examples('dialin chart "ode 2"', 'dialin chart fellow-ode-gen-2 --json'))
    .action(async (grinder, options) => (await import('./commands/chart.ts')).chart(grinder, options))

  const grinders = dialin.command('grinders').description('the grinders this service knows')

  grinders
    .command('list')
    .description('every grinder with its slug, or those that a search finds')
    .argument('[search...]', 'words of the brand or model')
    .option('--json', 'print the list as the REST and MCP interfaces do, with the source of its data')
    .addHelpText('after', examples('dialin grinders list', 'dialin grinders list k ultra'))
    .action(async (search: string[], options) =>
      (await import('./commands/grinders.ts')).listGrinders(search.join(' '), options),
    )

  const db = dialin.command('db').description('the database behind the service')

  db.command('copy')
    .description('copy everything into another, empty database: from the embedded one to a server, or back')
    .requiredOption('--to <place>', 'postgres://… or the folder of an embedded database')
    .option('--from <place>', 'where to copy from; by default the database that the service here uses')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nOther users of the machine can see your command line: leave the password out of the address and set PGPASSWORD instead.',
    )
    .addHelpText(
      'after',
      examples('dialin db copy --to postgres://user@host/dialin', 'dialin db copy --from postgres://… --to .dialin'),
    )
    .action(async options => (await import('./commands/db.ts')).copy(options))

  db.command('backup')
    .description('back up the whole database to one file; the service can keep running')
    .argument(
      '[file]',
      'the file to write; by default a dated one in BACKUP_DIR or the data folder, which keeps the last seven',
    )
    .option('--force', 'replace an existing file')
    .option('--if-due', 'only if the newest backup in BACKUP_DIR is too old and no other is being made')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nA backup holds what people trust you with, so keep it safe. It doesn’t include SESSION_SECRET, or pictures in PICTURES_DIR or a bucket.',
    )
    .addHelpText('after', examples('dialin db backup', 'dialin db backup /mnt/safe/dialin.backup.zst'))
    .action(async (file, options) => (await import('./commands/db.ts')).backup(file, options))

  db.command('restore')
    .description('check a backup and put it into an empty database; stop the service first')
    .argument('<file>', 'what dialin db backup wrote')
    .option('--force', 'replace everything in the database except its audit log')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      examples('dialin db restore dialin.backup.zst', 'dialin db restore dialin.backup.zst --force'),
    )
    .action(async (file, options) => (await import('./commands/db.ts')).restore(file, options))

  db.command('verify')
    .description('recompute every stored counter, score, range and sum, and report differences')
    .option('--repair', 'correct them')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExits with 1 if something is wrong and was not repaired.')
    .addHelpText('after', examples('dialin db verify', 'dialin db verify --repair'))
    .action(async options => (await import('./commands/db.ts')).verify(options))

  equipmentCommands(dialin, grinders)

  dialin
    .command('seed')
    .description('fill the database with invented people, coffees and recipes')
    .option('--demo', 'a small community to look around in; only into an empty database')
    .option('--scale <recipes>', 'this many recipes with everything around them, for load tests')
    .addHelpText('after', examples('dialin seed --demo', 'dialin seed --scale 1000000'))
    .action(async options => (await import('./commands/seed.ts')).seed(options))

  dialin
    .command('mcp')
    .description('serve grind settings to a language model over standard input and output')
    .option('--config', 'print what Claude Desktop needs in claude_desktop_config.json to start this, and nothing else')
    .addHelpText(
      'after',
      '\nNeeds no database or network, but uses the database here if there is one. Standard output belongs to\nthe protocol.',
    )
    .addHelpText('after', examples('dialin mcp --config', 'claude mcp add dialin -- dialin mcp'))
    .action(async options => (await import('./commands/mcp.ts')).mcp(options))

  dialin
    .command('login')
    .description('sign in to a service in your browser, so that dialin mcp has tools for your own coffee')
    .argument('[address]', 'the service, such as https://dialin.example; by default DIALIN_URL')
    .option('--device', 'without a browser on this machine: type a code in a browser on any other')
    .option('--scopes <list>', 'what the token may do: read, log, write, roaster', 'read,log,write')
    .addHelpText(
      'after',
      '\nThe token works for 90 days. It is kept in a file that only you can read, and listed on /me/keys.',
    )
    .addHelpText(
      'after',
      examples('dialin login https://dialin.example', 'dialin login https://dialin.example --device'),
    )
    .action(async (address, options) => (await import('./commands/login.ts')).login(address, options))

  dialin
    .command('logout')
    .description('sign out, and delete the token that dialin login keeps')
    .addHelpText('after', examples('dialin logout'))
    .action(async () => (await import('./commands/login.ts')).logout())

  dialin
    .command('serve')
    .description('serve the site, the API and MCP over HTTP, until stopped; the same as bun start')
    .option('--port <port>', 'instead of PORT; 0 for any free one')
    .option('--host <address>', 'instead of HOST: the address to listen on')
    .option('--data <folder>', 'instead of DATA_DIR: where the embedded database is kept')
    .addHelpText(
      'after',
      '\nThe rest is configured by the environment: BASE_URL, DATABASE_URL, SMTP_URL and more, as the README lists them.',
    )
    .addHelpText('after', examples('dialin serve', 'dialin serve --port 8080 --data /var/lib/dialin'))
    .action(async ({ port, host, data }) => {
      const given = { ...(port && { PORT: port }), ...(host && { HOST: host }), ...(data && { DATA_DIR: data }) }
      await (await import('./serve.ts')).serve({ ...terminal().env, ...given })
    })

  dialin
    .command('health')
    .description('check the health of the service at HOST and PORT')
    .option('--json', 'print its answer')
    .addHelpText('after', '\nExits with 3 if nothing answers, or the service cannot work.')
    .addHelpText('after', examples('dialin health', 'PORT=8080 dialin health --json'))
    .action(async options => (await import('./commands/health.ts')).health(options))

  dialin
    .command('config')
    .description('show every setting and where it comes from; secrets are hidden')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('dialin config', 'BASE_URL=https://dialin.example dialin config --json'))
    .action(async options => (await import('./commands/config.ts')).config(options))

  dialin
    .command('doctor')
    .description('check configuration, permissions, database, clock, mail, disk, backups and proxy, and suggest fixes')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nChanges nothing. Exits with 1 if something is wrong.')
    .addHelpText('after', examples('dialin doctor', 'DATA_DIR=/var/lib/dialin dialin doctor --json'))
    .action(async options => (await import('./commands/doctor.ts')).doctor(options))

  dialin
    .command('licences')
    .description('print the licences of Dialin and everything built into it')
    .addHelpText('after', examples('dialin licences', 'dialin licences > NOTICES.txt'))
    .action(async () => (await import('./commands/licences.ts')).printLicences())

  dialin
    .command('completion')
    .description('print a shell completion script for commands, options and grinders')
    .addArgument(new Argument('<shell>', 'the shell to complete in').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      examples(
        'source <(dialin completion bash)                                     # in ~/.bashrc',
        'source <(dialin completion zsh)                                      # in ~/.zshrc, after compinit',
        'dialin completion fish > ~/.config/fish/completions/dialin.fish      # once',
      ),
    )
    .action(async shell => (await import('./completion.ts')).printCompletion(shell))
  dialin
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async words => (await import('./completion.ts')).completeWords(dialin, words))

  addAdminCommands(dialin)
  return dialin
}

const helpWidth = (columns = 80) => Math.max(40, columns)
