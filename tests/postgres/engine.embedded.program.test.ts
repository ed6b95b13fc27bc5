import { afterEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '../../adapters/config/config.ts'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { embeddedCopy, temporaryFolder } from '../support/templates.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
async function newFolder() {
  const { dataDir } = await embeddedCopy('blank')
  folders.push(dataDir)
  return dataDir
}
const modeOf = (path: string) => statSync(path).mode & 0o777
const open = (dataDir: string) => openDatabase({ databaseUrl: undefined, dataDir })

/**
 * Another process that opens the folder, runs a line of code with `sql`, and returns what it
 * prints.
 */
function elsewhere(dataDir: string, code: string) {
  const script = `
    import { openDatabase } from '${join(import.meta.dir, '../../adapters/postgres/engine/client.ts')}'
    const { sql, close } = await openDatabase({ databaseUrl: undefined, dataDir: ${JSON.stringify(dataDir)} })
    ${code}`
  const child = Bun.spawn(['bun', '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const reader = child.stdout.getReader()
  let seen = ''
  return {
    child,
    /** Waits until it has printed this. */
    output: async (words: string) => {
      while (!seen.includes(words)) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`It ended after saying: ${seen}`)
        seen += new TextDecoder().decode(value)
      }
      return seen
    },
  }
}

describe('the embedded engine', () => {
  test('keeps queries apart while eight connections share it', async () => {
    const { sql, close } = await open(await newFolder())
    await sql`create table echoes (round int, word text unique)`
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, number) =>
          number % 2 === 0
            ? sql`select ${number}::int as number, ${`word ${number}`}::text as word`.then(([row]) => row?.number)
            : sql.begin(async sql => {
                await sql`insert into echoes values (${round}, ${`${round}/${number}`}) on conflict do nothing`
                const [row] = await sql`select ${number}::int as number`
                return row?.number
              }),
        ),
      )
      expect(answers).toEqual(Array.from({ length: 16 }, (_, number) => number))
    }
    const [row] = await sql`select count(*)::int as echoes from echoes`
    expect(row?.echoes).toBe(160)
    await close()
  })

  test('is joined by a second process, which takes over when the first one ends', async () => {
    const folder = await newFolder()
    const first = elsewhere(
      folder,
      "await sql`create table notes (text text)`; await sql`insert into notes values ('kept')`; console.log('ready'); await Bun.sleep(60000)",
    )
    await first.output('ready')
    const { sql, close } = await open(folder)
    expect((await sql`select text from notes`).map(row => row.text)).toEqual(['kept'])
    first.child.kill('SIGKILL')
    await first.child.exited
    // The old connection ended with its holder; a new one waits for the new holder.
    await sql`select 1`.catch(() => {})
    const [row] = await sql`select text from notes`
    expect(row?.text).toBe('kept')
    await close()
  })

  test('is opened by one of several processes that start at once, and shared by the others', async () => {
    const folder = await newFolder()
    const line = 'console.log((await sql`select 40 + 2 as answer`)[0].answer); await close()'
    const others = Array.from({ length: 3 }, () => elsewhere(folder, line))
    for (const other of others) expect(await other.output('42')).toContain('42')
    for (const other of others) expect(await other.child.exited).toBe(0)
  })

  test('deletes extension files that a killed start left', async () => {
    const folder = await newFolder()
    mkdirSync(join(folder, 'extensions-left'))
    writeFileSync(join(folder, 'extensions-left', 'citext.tar.gz'), '')
    const { close } = await open(folder)
    expect(readdirSync(folder).filter(name => name.startsWith('extensions-'))).toEqual([])
    await close()
  })

  test('starts over if a first start was killed while it unpacked the database', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'pglite.new'))
    writeFileSync(join(folder, 'pglite.new', 'PG_VERSION'), 'cut off')
    const { sql, close } = await open(folder)
    const [row] = await sql`select 1 as one`
    expect(row).toEqual({ one: 1 })
    expect(readdirSync(folder).filter(name => name.startsWith('pglite'))).toEqual(['pglite'])
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('loses no acknowledged insert to kill -9', async () => {
    const folder = await newFolder()
    let acknowledged = 0
    for (let life = 0; life < 3; life++) {
      const writer = elsewhere(
        folder,
        `await sql\`create table if not exists ticks (number int primary key)\`
         for (let number = ${acknowledged}; ; number++) {
           await sql\`insert into ticks values (\${number}) on conflict do nothing\`
           process.stdout.write(\`\${number};\`)
         }`,
      )
      const output = await writer.output(`${acknowledged + 50};`)
      writer.child.kill('SIGKILL')
      await writer.child.exited
      acknowledged = Math.max(acknowledged, ...output.split(';').slice(0, -1).map(Number)) + 1
      const { sql, close } = await open(folder)
      const [row] = await sql`select count(*)::int as kept from ticks where number < ${acknowledged}`
      expect(row?.kept).toBe(acknowledged)
      await close()
    }
  })

  test('works in a folder too deep for a unix socket, with the socket where nobody else can replace it', async () => {
    const shallow = await newFolder()
    const folder = join(shallow, 'deep/'.repeat(30))
    mkdirSync(folder, { recursive: true })
    renameSync(join(shallow, 'pglite'), join(folder, 'pglite'))
    const first = elsewhere(folder, "await sql`select 1`; console.log('ready'); await Bun.sleep(60000)")
    await first.output('ready')
    const { sql, close } = await open(folder)
    expect((await sql`select 1 as one`)[0]?.one).toBe(1)
    const place = dirname(readFileSync(join(folder, 'socket'), 'utf8'))
    expect(modeOf(place)).toBe(0o700)
    first.child.kill('SIGKILL')
    await first.child.exited
    await sql`select 1`.catch(() => {})
    expect((await sql`select 2 as two`)[0]?.two).toBe(2)
    expect(existsSync(place)).toBe(false)
    const next = dirname(readFileSync(join(folder, 'socket'), 'utf8'))
    await close()
    expect(existsSync(next)).toBe(false)
  })
})

describe('others on the machine', () => {
  test.skipIf(process.getuid?.() !== 0)(
    'keep a database of theirs from root, who would leave files they cannot use',
    async () => {
      const folder = await newFolder()
      const everything = () => [
        folder,
        ...readdirSync(folder, { recursive: true }).map(name => join(folder, String(name))),
      ]
      const before = everything()
      for (const path of before) chownSync(path, 65532, 65532)
      await expect(open(folder)).rejects.toThrow(`Run this as that user: sudo -u '#65532' …`)
      expect(everything()).toEqual(before)
    },
  )

  test('are locked out of a folder that was open before, and of every file in it', async () => {
    const folder = await newFolder()
    chmodSync(folder, 0o777)
    const { sql, close } = await open(folder)
    await sql`create table notes as select 1 as one`
    expect(modeOf(folder)).toBe(0o700)
    expect(modeOf(join(folder, 'lock'))).toBe(0o600)
    expect(modeOf(join(folder, '.s.PGSQL.5432'))).toBe(0o600)
    const files = readdirSync(folder, { recursive: true }).map(name => join(folder, String(name)))
    expect(files.length).toBeGreaterThan(900)
    expect(files.filter(file => (modeOf(file) & 0o077) !== 0)).toEqual([])
    await close()
    writeFileSync(join(folder, 'after'), '')
    expect(modeOf(join(folder, 'after')) & 0o044).not.toBe(0)
  })

  test("keep an open folder that is theirs or everybody's: the start refuses it with a sentence", async () => {
    const folder = await newFolder()
    writeFileSync(join(folder, 'holiday.jpg'), '')
    chmodSync(folder, 0o755)
    await expect(open(folder)).rejects.toThrow(`or close this one with chmod 700 ${folder}`)
    expect(modeOf(folder)).toBe(0o755)
    expect(() => readConfig({ DATA_DIR: folder })).toThrow('DATA_DIR is open to other users')
    expect(existsSync(join(folder, 'session-secret'))).toBe(false)
  })
})
