import { presentUser } from '../../core/accounts/accounts.ts'
import * as core from '../../core/accounts/moderation.ts'
import { dim, print, printJson, table } from '../print.ts'
import { readPorts, withPorts } from '../world.ts'

interface ListOptions {
  limit: number
  json?: boolean
}

export async function listUsers(search: string, { limit, json }: ListOptions) {
  const accounts = await readPorts(({ accounts }) => accounts.list({ search, limit }))
  const users = accounts.map(account => ({ ...presentUser(account), disabledAt: account.disabledAt }))
  if (json) return printJson(users)
  if (users.length === 0) return print(search === '' ? 'There are no accounts.' : `No account matches "${search}".`)
  print(
    table<(typeof users)[number]>(
      [
        { heading: 'id', of: ({ id }) => String(id), align: 'right' },
        { heading: 'e-mail', of: ({ email }) => email },
        { heading: 'name', of: ({ name }) => name },
        { heading: 'since', of: ({ createdAt }) => createdAt.slice(0, 10), spare: true },
        { heading: 'disabled', of: ({ disabledAt }) => disabledAt?.slice(0, 10) ?? '' },
      ],
      users,
    ),
  )
  if (users.length === limit) print(dim(`The newest ${limit}; --limit shows more.`))
}

export async function disableUser(who: string) {
  const { email } = await withPorts(ports => core.disableAccount(who, ports))
  print(`${email} is disabled; every session has ended.`)
}

export async function enableUser(who: string) {
  const { email } = await withPorts(ports => core.enableAccount(who, ports))
  print(`${email} may sign in again.`)
}
