import type { Command } from 'commander'
import { INVITATION_DAYS } from '../core/invitation-days.ts'
import { examples } from './examples.ts'
import { wholeNumber } from './whole-number.ts'

/** Admin commands for accounts. */
export function userCommands(dialin: Command) {
  const users = dialin.command('users').description('manage accounts')
  users
    .command('list')
    .description('accounts, newest first')
    .argument('[search]', 'a part of the email address or the name', '')
    .option('--limit <count>', 'how many at most', wholeNumber, 50)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples('dialin users list ann', 'dialin users list --limit 500 --json'))
    .action(async (search, options) => (await import('./commands/users.ts')).listUsers(search, options))
  users
    .command('show')
    .description('show an account: when it was created, how it signs in, what it has and which roasters it manages')
    .argument('<who>', 'its id or email address')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('dialin users show ann@example.com', 'dialin users show 17 --json'))
    .action(async (who, options) => (await import('./commands/users.ts')).showUser(who, options))
  users
    .command('invite')
    .description('email someone a link to create an account; printed if SMTP_URL is not set')
    .argument('<address>', 'their email address; the link works only for it')
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      `\nWorks once, within ${INVITATION_DAYS} days, unless SIGNUP is closed. Inviting again sends a new link and disables the old one.`,
    )
    .addHelpText('after', examples('dialin users invite bob@example.com'))
    .action(async (address, options) => (await import('./commands/user-links.ts')).inviteUser(address, options))
  users
    .command('uninvite')
    .description('withdraw an invitation; its link stops working')
    .argument('<address>', 'the email address that was invited')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', examples('dialin users uninvite bob@example.com'))
    .action(async (address, options) => (await import('./commands/user-links.ts')).uninviteUser(address, options))
  users
    .command('invitations')
    .description('list unused invitations: when they were sent, by whom, and when they expire')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExpired ones stay for a month. Used ones disappear: see the account in dialin users list.')
    .addHelpText('after', examples('dialin users invitations', 'dialin users invitations --json'))
    .action(async options => (await import('./commands/user-links.ts')).listInvited(options))
  users
    .command('disable')
    .description('sign an account out everywhere and block it from signing in')
    .argument('<who>', 'its id or email address')
    .addHelpText('after', examples('dialin users disable ann@example.com'))
    .action(async who => (await import('./commands/users.ts')).disableUser(who))
  users
    .command('enable')
    .description('let a disabled account sign in again')
    .argument('<who>', 'its id or email address')
    .addHelpText('after', examples('dialin users enable ann@example.com'))
    .action(async who => (await import('./commands/users.ts')).enableUser(who))
  users
    .command('reset-password')
    .description('email a link to set a new password; printed if SMTP_URL is not set')
    .argument('<who>', 'the id or email address of the account')
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      '\nThe old password works until the link is used; then every session ends. Earlier links stop working.',
    )
    .addHelpText('after', examples('dialin users reset-password ann@example.com'))
    .action(async (who, options) => (await import('./commands/user-links.ts')).resetPassword(who, options))
  users
    .command('delete')
    .description(
      'permanently delete an account and its data, as its owner could; published recipes stay, without a name',
    )
    .argument('<who>', 'its id or email address')
    .option('--yes', 'don’t ask for confirmation; for scripts')
    .option('--json', 'print what was deleted as JSON')
    .addHelpText('after', '\nAsks you to type the email address. Only a backup can bring the account back.')
    .addHelpText('after', examples('dialin users delete ann@example.com', 'dialin users delete 17 --yes'))
    .action(async (who, options) => (await import('./commands/users.ts')).deleteUser(who, options))
}
