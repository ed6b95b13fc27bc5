import { presentUser } from '../../core/accounts/accounts.ts'
import * as core from '../../core/accounts/moderation.ts'
import { dim, print, printJson, table } from '../print.ts'
import { adminAct, readPorts } from '../world.ts'

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
  const { email } = await adminAct('users disable', async ports => {
    const done = await core.disableAccount(who, ports)
    return { done, on: { kind: 'user', id: done.id } }
  })
  print(`${email} is disabled; every session has ended.`)
}

export async function enableUser(who: string) {
  const { email } = await adminAct('users enable', async ports => {
    const done = await core.enableAccount(who, ports)
    return { done, on: { kind: 'user', id: done.id } }
  })
  print(`${email} may sign in again.`)
}
