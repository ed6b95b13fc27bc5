import { presentUser } from '../../core/accounts/accounts.ts'
import { closeAccount } from '../../core/accounts/delete-account.ts'
import * as core from '../../core/accounts/moderation.ts'
import { Fault } from '../../core/errors.ts'
import { describeAccount } from '../../core/profiles/for-admins.ts'
import { answerTo, dim, print, printJson, table } from '../print.ts'
import { actThen, adminAct, readPorts } from '../world.ts'

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
        { heading: 'email', of: ({ email }) => email },
        { heading: 'name', of: ({ name }) => name },
        { heading: 'since', of: ({ createdAt }) => createdAt.slice(0, 10), spare: true },
        { heading: 'disabled', of: ({ disabledAt }) => disabledAt?.slice(0, 10) ?? '' },
      ],
      users,
    ),
  )
  if (users.length === limit) print(dim(`The newest ${limit}; --limit shows more.`))
}

type Described = Awaited<ReturnType<typeof describeAccount>>

export async function showUser(who: string, { json }: { json?: boolean }) {
  const user = await readPorts(ports => describeAccount(who, ports))
  if (json) return printJson(user)
  const { id, email, name, createdAt, isProven, disabledAt, lastActiveAt, signsInBy } = user
  const lines = {
    id: String(id),
    email: `${email}${isProven ? '' : ' (not proven to be theirs)'}`,
    name,
    since: createdAt.slice(0, 10),
    'last active': lastActiveAt?.slice(0, 10) ?? 'never',
    'signs in with': signsInBy.join(', '),
    disabled: disabledAt ? `since ${disabledAt.slice(0, 10)}` : 'no',
    manages: roastersOf(user) || 'no roaster',
    has: countsOf(user) || 'nothing',
  }
  print(
    table<[string, string]>(
      [
        { heading: '', of: ([name]) => name },
        { heading: '', of: ([, value]) => value },
      ],
      Object.entries(lines),
    ).trimStart(),
  )
}

const roastersOf = ({ roasters }: Described) =>
  roasters
    .map(({ slug, role, isOnlyOwner }) => `${slug} (${isOnlyOwner ? 'its only owner' : role.toLowerCase()})`)
    .join(', ')

/** The names of what is counted, singular and plural. */
const kinds: Record<keyof Described['counts'], [string, string]> = {
  recipes: ['published recipe', 'published recipes'],
  comments: ['comment', 'comments'],
  votes: ['vote', 'votes'],
  brewLogs: ['brew', 'brews'],
  coffees: ['coffee on the shelf', 'coffees on the shelf'],
  ownRecipes: ['recipe of their own', 'recipes of their own'],
  collections: ['collection', 'collections'],
}

const countsOf = ({ counts }: Described, but: string[] = []) =>
  Object.entries(counts)
    .filter(([kind, count]) => count > 0 && !but.includes(kind))
    .map(([kind, count]) => `${count} ${kinds[kind as keyof typeof kinds][count === 1 ? 0 : 1]}`)
    .join(', ')

export async function deleteUser(who: string, { yes, json }: { yes?: boolean; json?: boolean }) {
  const user = await readPorts(ports => describeAccount(who, ports))
  const { id, email } = user
  if (!yes) await confirmed(user)
  await actThen(
    'users delete',
    async ports => ({ done: await closeAccount({ id, email }, ports), on: { kind: 'user', id } }),
    ({ ports }) => ports.accounts.erase(id, ports.clock()),
  )
  if (json) return printJson({ id, email, deleted: true })
  print(`${email} is deleted for good.`)
}

async function confirmed(user: Described) {
  const { email, counts } = user
  const alone = user.roasters.filter(({ isOnlyOwner }) => isOnlyOwner).map(({ slug }) => slug)
  const told = [
    `This deletes the account of ${email} and all of its data: ${countsOf(user, ['recipes']) || 'nothing but the account'}.`,
    ...(counts.recipes > 0
      ? [`What stays, without a name: ${counts.recipes} published ${counts.recipes === 1 ? 'recipe' : 'recipes'}.`]
      : []),
    ...alone.map(slug => `${slug} will have no owner, and won’t be verified until someone claims it again.`),
  ]
  const typed = await answerTo(`${told.join('\n')}\nType ${email} to delete it for good: `)
  if (typed.toLowerCase() !== email.toLowerCase())
    throw new Fault('invalid', 'That isn’t the address, so nothing was deleted. In a script, use --yes.')
}

export async function disableUser(who: string) {
  const { email } = await adminAct('users disable', async ports => {
    const done = await core.disableAccount(who, ports)
    return { done, on: { kind: 'user', id: done.id } }
  })
  print(`${email} is disabled; every session, link and API token has ended.`)
}

export async function enableUser(who: string) {
  const { email } = await adminAct('users enable', async ports => {
    const done = await core.enableAccount(who, ports)
    return { done, on: { kind: 'user', id: done.id } }
  })
  print(`${email} can sign in again.`)
}
