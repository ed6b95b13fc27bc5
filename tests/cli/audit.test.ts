import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { mailedToken } from '../support/mails.ts'
import { manyOwners } from '../support/owners.ts'
import { grinderId, publish } from '../support/recipes.ts'
import { refusalOf } from '../support/refusal.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { type Change, envOfAnn, expectLine, fillingActs, linesIn, systemUser } from './audit-lines.ts'
import { dialin, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const env = () => envOfAnn(world)
const admin = (...args: string[]) => dialin(args, env())
const lines = (...options: string[]) => linesIn(env(), ...options)

const someone = async () => {
  const { id, email } = await world.person()
  return { args: [email], on: { kind: 'user', id, name: email } }
}
const someRecipe = async () => {
  const { id } = await publish(world, await world.person())
  return { args: [String(id)], on: { kind: 'recipe', id } }
}
const someRoaster = async () => {
  const { roaster } = await claimed()
  return { args: [roaster.slug], on: { kind: 'roaster', id: roaster.id, name: roaster.slug } }
}
const someClaim = async () => {
  const { id, roaster } = await claimed()
  return { args: [String(id)], on: { kind: 'claim', id, name: roaster.slug } }
}
async function claimed() {
  const businessEmail = `${crypto.randomUUID()}@business.example`
  const body = { roasterName: `Roaster ${crypto.randomUUID()}`, businessEmail }
  const { claim } = (await world.call('POST /api/roaster-claims', { as: await world.person(), body })).body
  await world.call('POST /api/roaster-claims/verify', { body: { token: await mailedToken(world, businessEmail) } })
  return claim as { id: number; roaster: { id: number; slug: string } }
}
const someEquipment = (kind: 'grinders' | 'machines' | 'filters') => async () => {
  const file = join(world.config.dataDir, `${kind}.json`)
  await admin(kind, 'export', file)
  const [first, ...others] = await Bun.file(file).json()
  const changed = kind === 'filters' ? { name: 'Another name' } : { model: 'Another name' }
  await Bun.write(file, JSON.stringify([{ ...first, ...changed }, ...others]))
  return { args: [file], on: { kind, id: null } }
}

const changes: Record<string, () => Promise<Change>> = {
  'claims approve': someClaim,
  'claims reject': someClaim,
  'roasters verify': someRoaster,
  'roasters premium': someRoaster,
  'recipes hide': someRecipe,
  'recipes show': someRecipe,
  'comments delete': async () => {
    const ann = await world.person()
    const { id } = await publish(world, ann)
    const { body } = await world.call(`POST /api/recipes/${id}/comments`, { as: ann, body: { body: 'Rude.' } })
    return { args: [String(body.comment.id)], on: { kind: 'comment', id: body.comment.id } }
  },
  'reports close': async () => {
    const { id } = await publish(world, await world.person())
    await world.call(`POST /api/recipes/${id}/report`, { body: { reason: 'spam' } })
    return { args: ['recipe', String(id)], on: { kind: 'recipe', id } }
  },
  'users disable': someone,
  'users enable': someone,
  'users reset-password': someone,
  'users invite': async () => {
    const name = `${crypto.randomUUID()}@people.example`
    return { args: [name], on: { kind: 'invitation', name } }
  },
  'users uninvite': async () => {
    const email = `${crypto.randomUUID()}@people.example`
    const { id } = JSON.parse((await admin('users', 'invite', email, '--json')).out)
    return { args: [email], on: { kind: 'invitation', id, name: null } }
  },
  'users delete': async () => {
    const { args, on } = await someone()
    return { args: [...args, '--yes'], on: { ...on, name: null } }
  },
  'grinders accept': async () => ({ args: [String(await aProposal('Accepted'))], on: { kind: 'grinders' } }),
  'grinders reject': async () => ({ args: [String(await aProposal('Rejected'))], on: { kind: 'grinders' } }),
  'grinders describe': async () => {
    const file = join(world.config.dataDir, 'own-grinder.json')
    await Bun.write(file, JSON.stringify(ownGrinder('Described')))
    const { args, on } = await someone()
    return { args: [file, '--user', ...args], on }
  },
  'grinders import': someEquipment('grinders'),
  'grinders learn': async () => {
    await manyOwners(world, 'kingrinder-k6', 20, { points: 6 })
    return { args: ['kingrinder-k6', '--apply'], on: { kind: 'grinders', id: grinderId(world, 'kingrinder-k6') } }
  },
  'grinders revert': async () => {
    await manyOwners(world, '1zpresso-q-air', 20, { points: 6 })
    const { out } = await admin('grinders', 'learn', '1zpresso-q-air', '--apply', '--json')
    const [{ id }] = JSON.parse(out).revisions
    return { args: [String(id)], on: { kind: 'grinders', id: grinderId(world, '1zpresso-q-air') } }
  },
  'machines import': someEquipment('machines'),
  'filters import': someEquipment('filters'),
  import: async () => {
    const file = join(world.config.dataDir, 'brews.csv')
    await Bun.write(file, 'date,method\n2026-05-01T08:00:00Z,v60\n')
    const { args, on } = await someone()
    return { args: [file, '--user', ...args], on }
  },
  'db verify': async () => ({ args: ['--repair'], on: { kind: 'database' } }),
  'db backup': async () => ({ args: [join(world.config.dataDir, 'one.backup.zst')], on: { kind: 'database' } }),
}

const ownGrinder = (name: string) => ({
  ...{ brand: 'Zerno', name, drive: 'electric', minSetting: 0, maxSetting: 9, step: 0.1 },
  known: [{ setting: 4.5, method: 'v60' }],
})

/** A grinder that five owners describe alike. */
async function aProposal(name: string): Promise<number> {
  let id = 0
  for (let owner = 0; owner < 5; owner++) {
    const as = await world.person()
    await world.sql`
      update users
      set email_verified_at = now(), created_at = created_at - interval '2 days'
      where id = ${as.id}`
    const { body } = await world.call('POST /api/user/grinders', { as, body: { ownGrinder: ownGrinder(name) } })
    id ||= body.grinder.grinderId
  }
  return id
}

/** These never leave a line. */
const reads = [
  'audit',
  'chart',
  'claims list',
  'completion',
  'config',
  'convert',
  'doctor',
  'filters export',
  'grinders check',
  'grinders export',
  'grinders feedback',
  'grinders proposals',
  'grinders list',
  'grinders revisions',
  'health',
  'licences',
  'login',
  'logout',
  'machines export',
  'mcp',
  'reports list',
  'reports show',
  'serve',
  'users invitations',
  'users list',
  'users show',
]

/** Every command, according to the help. */
async function commandsIn(...before: string[]): Promise<string[]> {
  const { out } = await dialin([...before, '--help'])
  const [, listed = ''] = /^Commands:\n((?: .*\n)+)/m.exec(out) ?? []
  const names = [...listed.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name = '']) => name).filter(name => name !== 'help')
  if (names.length === 0) return [before.join(' ')]
  return (await Promise.all(names.map(name => commandsIn(...before, name)))).flat()
}

describe('every admin command', () => {
  test('either only reads, or is in this list with its line', async () => {
    expect((await commandsIn()).toSorted()).toEqual([...reads, ...fillingActs, ...Object.keys(changes)].toSorted())
  })

  test.each(Object.keys(changes))('(%s) leaves a line that says who did what to what', async command => {
    await expectLine(world, command, await (changes[command] as () => Promise<Change>)())
  })

  test('that is refused or changes nothing leaves no line', async () => {
    const before = await lines()
    const { email } = await world.person()
    await admin('users', 'disable', 'nobody@people.example')
    await admin('recipes', 'hide', '999999')
    await admin('grinders', 'import', 'db/data/grinders.json', '--dry-run')
    await Bun.write(join(world.config.dataDir, 'dry.csv'), 'date,method\n2026-05-01T08:00:00Z,v60\n')
    expect((await admin('import', join(world.config.dataDir, 'dry.csv'), '--user', email, '--dry-run')).exit).toBe(0)
    expect(await lines()).toEqual(before)
  })

  test('is not run if its line cannot be written', async () => {
    const { id, email, token } = await world.person()
    await world.sql`alter table audit add constraint broken check (on_id is distinct from ${world.sql.unsafe(String(id))}) not valid`
    expect((await admin('users', 'disable', email)).exit).not.toBe(0)
    await world.sql`alter table audit drop constraint broken`
    expect((await world.call('GET /api/auth/me', { as: { token } })).status).toBe(200)
  })
})

describe('a line of the audit log', () => {
  test('is never changed or deleted', async () => {
    const { args } = await someone()
    await admin('users', 'disable', ...args)
    const before = await lines()
    for (const statement of ["update audit set who = 'eve'", 'delete from audit', 'truncate audit'])
      expect(await refusalOf(world.sql.unsafe(statement).execute())).toContain('The audit log is only ever added to.')
    expect(await lines()).toEqual(before)
  })

  test('contains no name or address of a person: once the account is closed, only a number is left', async () => {
    const { id, email, token } = await world.person('Ann Example')
    await admin('users', 'disable', email)
    await admin('users', 'enable', email)
    const [row] = await world.sql`select to_jsonb(audit)::text as text from audit where user_id = ${id}`
    expect(row?.text).not.toMatch(/people\.example|Ann Example/)
    expect((await admin('audit', '--limit', '1')).out).toContain(`user ${id} ${email}`)
    const account = await world.ports.accounts.byId(id)
    const as = { token: account ? await world.ports.sessions.sign(account) : token }
    const { body } = await world.call('GET /api/user/export', { as })
    expect(body.data.adminActs.map(({ act }: { act: string }) => act)).toEqual(['users disable', 'users enable'])
    expect(JSON.stringify(body.data.adminActs)).not.toContain('ann as')
    expect((await world.call('DELETE /api/user/account', { as })).status).toBe(200)
    expect((await lines()).entries[0]).toMatchObject({ act: 'users enable', on: { kind: 'user', id, name: null } })
    expect((await admin('audit', '--limit', '1')).out).not.toContain(email)
  })

  test('is plain text, whatever a person is called', async () => {
    const { args } = await someone()
    await dialin(['users', 'disable', ...args], { ...env(), SUDO_USER: `\x1b[31m${'x'.repeat(300)}` })
    const { out } = await admin('audit', '--limit', '1')
    expect(out).toContain('<001b>[31mxxx')
    expect(out).not.toContain('\x1b')
    expect((await lines()).entries[0].who).toEndWith(`xxx as ${systemUser}`)
  })

  test('names the user of the operating system if nobody else asked for it', async () => {
    const { args } = await someone()
    await dialin(['users', 'disable', ...args], envOf(world))
    expect((await lines()).entries[0].who).toBe(systemUser)
  })
})

describe('dialin audit', () => {
  test('pages from newest to oldest, and filters by time, person and act', async () => {
    const { args } = await someone()
    await dialin(['users', 'disable', ...args], { ...env(), SUDO_USER: 'bob' })
    await dialin(['users', 'enable', ...args], { ...env(), SUDO_USER: 'bob' })
    const whole = (await lines()).entries
    const pages = []
    for (let before: number | null = 2 ** 29; before !== null; ) {
      const page = JSON.parse((await admin('audit', '--json', '--limit', '12', '--before', String(before))).out)
      pages.push(...page.entries)
      before = page.next
    }
    expect(pages).toEqual(whole)
    expect((await lines('--who', 'bob')).entries.map(({ act }: { act: string }) => act)).toEqual([
      'users enable',
      'users disable',
    ])
    const acts = async (...options: string[]) => [
      ...new Set((await lines(...options)).entries.map(({ act }: { act: string }) => act)),
    ]
    expect((await acts('--act', 'users')).toSorted()).toEqual([
      'users delete',
      'users disable',
      'users enable',
      'users invite',
      'users reset-password',
      'users uninvite',
    ])
    expect(await acts('--act', 'users enable')).toEqual(['users enable'])
    expect(await acts('--act', 'user')).toEqual([])
    expect((await lines('--since', '10m')).entries).toEqual(whole)
    expect((await lines('--since', '2999-01-01')).entries).toEqual([])
    expect((await admin('audit', '--since', '2999-01-01T00:00Z')).out).toBe('No matching entries.\n')
    expect((await admin('audit', '--limit', '1')).out).toContain('Older ones: --before ')
    for (const since of ['yesterday', '2026-13-01', '5 d', ''])
      expect((await admin('audit', '--since', since)).exit).toBe(2)
  })
})
