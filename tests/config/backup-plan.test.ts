import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BEFORE_UPGRADE,
  backupName,
  backupPlanIn,
  forgetOld,
  isDue,
  newestBackup,
  noBackupsIn,
} from '../../adapters/config/backup-plan.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-plan-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (instant: string) => new Date(`2026-11-${instant}Z`)
const plan = backupPlanIn({ BACKUP_DIR: folder, BACKUP_KEEP: '2', BACKUP_EVERY_HOURS: '12' }, '/data')

test('without BACKUP_DIR, backups are only made before upgrades', () => {
  expect(backupPlanIn({}, '/data')).toEqual({ folder: '/data/backups', keep: 7, everyHours: undefined })
  expect(backupPlanIn({ BACKUP_DIR: '/safe' }, '/data')).toEqual({ folder: '/safe', keep: 7, everyHours: 24 })
  expect(backupPlanIn({ BACKUP_DIR: 'none' }, '/data')).toMatchObject({ folder: undefined, everyHours: undefined })
})

test('a backup is due if the newest is as old as planned or there is none, judging by file names', () => {
  expect(isDue({ ...plan, folder: join(folder, 'none') }, at('01T00:00'))).toBe(true)
  expect(isDue(plan, at('01T00:00'))).toBe(true)
  for (const instant of ['01T00:00', '02T06:30', '02T18:00'])
    writeFileSync(join(folder, backupName(at(instant))), 'rows')
  expect(isDue(plan, at('03T05:59'))).toBe(false)
  expect(isDue(plan, at('03T06:00'))).toBe(true)
})

test('the newest stay, and all files that are not ours; remains of a killed backup are deleted after a day', () => {
  const left = join(folder, `${backupName(at('01T00:00'))}.part`)
  const underWay = join(folder, `${backupName(at('03T06:00'))}.part`)
  for (const file of [left, underWay, join(folder, 'letters.zst'), join(folder, 'dialin-mine.backup.zst')])
    writeFileSync(file, '')
  utimesSync(left, at('01T00:00'), at('01T00:00'))
  utimesSync(underWay, at('03T06:00'), at('03T06:00'))
  expect(forgetOld(plan, at('03T06:01'))).toEqual([backupName(at('01T00:00'))])
  expect(readdirSync(folder).sort()).toEqual([
    backupName(at('02T06:30')),
    backupName(at('02T18:00')),
    `${backupName(at('03T06:00'))}.part`,
    'dialin-mine.backup.zst',
    'letters.zst',
  ])
})

test('an empty file and one dated in the future are not backups: neither counted nor deleted', () => {
  const strays = ['04T00:00', '30T00:00'].map(instant => join(folder, backupName(at(instant))))
  writeFileSync(`${strays[0]}`, '')
  writeFileSync(`${strays[1]}`, 'of a clock that was off')
  const now = at('04T00:01')
  expect(isDue(plan, now)).toBe(true)
  expect(newestBackup(plan, now)?.madeAt).toEqual(at('02T18:00'))
  expect(forgetOld(plan, now)).toEqual([])
  expect(noBackupsIn(folder, now).map(({ whyNone }) => whyNone)).toEqual(['is dated in the future', 'is empty'])
  // Two clocks never agree exactly.
  expect(isDue(plan, at('02T17:55'))).toBe(false)
  for (const file of strays) rmSync(file)
})

test('a file that is deleted between listing and looking at it does no harm', () => {
  // A dangling link is listed but does not exist.
  symlinkSync('nothing', join(folder, `${backupName(at('01T01:00'))}.part`))
  expect(forgetOld(plan, at('09T00:00'))).toEqual([])
})

test('the last backup before an upgrade is kept in addition to the newest, because it is the way back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-way-back-'))
  const wayBack = backupName(at('02T00:00'), BEFORE_UPGRADE)
  const names = [
    backupName(at('01T00:00'), BEFORE_UPGRADE),
    wayBack,
    ...['03', '04', '05'].map(day => backupName(at(`${day}T00:00`))),
  ]
  for (const name of names) writeFileSync(join(folder, name), 'rows')
  expect(forgetOld({ ...plan, folder }, at('06T00:00')).sort()).toEqual([names[0] ?? '', names[2] ?? ''])
  expect(readdirSync(folder).sort()).toEqual([wayBack, ...names.slice(3)])
  rmSync(folder, { recursive: true, force: true })
})
