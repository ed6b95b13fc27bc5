import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { type StartedUnit, startUnit, underASystemd, unitRuns } from '../support/unit.ts'

/** Called by the file that builds the executable, which takes a minute: once is enough. */
export const describeUnit = (executable: string) =>
  describe(`the unit on a machine without data, ${unitRuns}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'dialin-unit-'))
    let unit: StartedUnit
    beforeAll(async () => {
      unit = await startUnit(executable, folder)
      await unit.ready()
    })
    afterAll(async () => {
      await unit?.end()
      rmSync(folder, { recursive: true, force: true })
    })

    test('serves pages, and a command of its user sees that nobody has an account yet', async () => {
      expect(await unit.get('/recipes')).toMatchObject({ status: 200, body: expect.stringContaining('</html>') })
      expect(await unit.users()).toMatchObject({ exit: 0, out: 'There are no accounts.\n' })
    })

    test('has its database and backups in its folder, where nobody else reads them, and nothing elsewhere', async () => {
      const backups = join(unit.state, 'backups')
      const made = await eventually(() =>
        (existsSync(backups) ? readdirSync(backups) : []).find(name => name.endsWith('.backup.zst')),
      )
      const there = ['', 'pglite', 'backups', join('backups', made)].map(name => join(unit.state, name))
      expect(there.filter(path => (statSync(path).mode & 0o077) !== 0)).toEqual([])
      expect(await unit.elsewhere()).toBe('')
    })

    test.skipIf(!underASystemd)('has no right to spare, and nothing else to write (only under a systemd)', async () => {
      const { machine, mainProcess } = unit.systemd()
      const status = (await machine.run('cat', `/proc/${await mainProcess()}/status`)).out
      expect(Object.fromEntries([...status.matchAll(/^(\w+):\t(.*)$/gm)].map(([, ...pair]) => pair))).toMatchObject({
        Umask: '0077',
        NoNewPrivs: '1',
        Seccomp: '2',
        CapBnd: '0000000000000000',
        CapEff: '0000000000000000',
      })
      const within = ['nsenter', '--mount', '--target', await mainProcess()]
      for (const place of ['/', '/etc', '/usr/local/bin', '/var/lib'])
        expect((await machine.run(...within, 'touch', `${place}/anything`)).err).toContain('Read-only file system')
    })

    test.skipIf(!underASystemd)('is started again when it is killed (only under a systemd)', async () => {
      const { machine, mainProcess } = unit.systemd()
      const killed = await mainProcess()
      await machine.run('systemctl', 'kill', '--signal=KILL', 'dialin')
      await eventually(async () => !['0', killed].includes(await mainProcess()))
      await unit.ready()
    })

    test('stops cleanly', async () => {
      expect(await unit.stop()).toBe(0)
    })
  })
