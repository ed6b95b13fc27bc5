import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import type { Account, Accounts } from './accounts.ts'

interface ModerationPorts {
  accounts: Accounts
  clock: Clock
}

/**
 * Ends every session and mailed link of an account at once and blocks sign-in. `who` is an id or an
 * email address.
 */
export const disableAccount = async (who: string, { accounts, clock }: ModerationPorts) =>
  known(who, await accounts.setDisabled(await accountId(who, accounts), clock()))

/** Lets the person sign in again. Earlier sessions and links stay ended. */
export const enableAccount = async (who: string, { accounts }: ModerationPorts) =>
  known(who, await accounts.setDisabled(await accountId(who, accounts), null))

/** `who` is an id or an email address. */
export const accountCalled = async (who: string, accounts: Accounts): Promise<Account> =>
  known(who, await accounts.byId(await accountId(who, accounts)))

const accountId = async (who: string, accounts: Accounts) =>
  /^[1-9]\d{0,8}$/.test(who) ? Number(who) : known(who, await accounts.byEmail(who)).id

function known<T>(who: string, account: T | undefined): T {
  if (account === undefined) throw new Fault('not-found', `There is no account ${who}. Give its ID or email address.`)
  return account
}
