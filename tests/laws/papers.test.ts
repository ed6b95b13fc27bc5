import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { MAGIC_LINK_MINUTES, SESSION_DAYS } from '../../core/accounts/model.ts'
import { brewColumns } from '../../core/brews/brews-csv.ts'
import { INVITATION_DAYS } from '../../core/invitation-days.ts'
import { MAILS_AN_HOUR } from '../../core/mailbox.ts'
import { ROASTER_MAILS_AN_HOUR } from '../../core/portal/invitations.ts'
import { PUBLISHING } from '../../core/recipes/publishing.ts'
import { VISITOR_REPORTS_AN_HOUR } from '../../core/reports/model.ts'

const papers = ['*.md', 'widget/*.md', 'db/**/*.md', 'docs/**/*.md'].flatMap(place => [...new Glob(place).scanSync()])

test('the README has at most 200 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(200)
})

test('every relative link and picture in the docs leads to an existing file', () => {
  const broken = papers.flatMap(paper =>
    linksIn(paper)
      .filter(link => !existsSync(join(dirname(paper), link)))
      .map(link => `${paper} links to ${link}`),
  )
  expect(broken).toEqual([])
})

test('every file and folder that the docs name in code exists', () => {
  const gone = papers.flatMap(paper =>
    [...readFileSync(paper, 'utf8').matchAll(/`((?:core|adapters|cli|mcp|widget|db|tests|bench|docs)\/[\w./-]*)`/g)]
      .map(([, path = '']) => path)
      .filter(path => !path.includes('NOUN') && !path.includes('YYYY') && !existsSync(path))
      .map(path => `${paper} names ${path}`),
  )
  expect(gone).toEqual([])
})

test('figures that the docs repeat are those of the code', () => {
  const repeated = {
    'docs/api.md': [`works once, for ${MAGIC_LINK_MINUTES} minutes`, `A token works for ${SESSION_DAYS} days`],
    'docs/import.md': [`at most ${PUBLISHING.perMinute} at a time`],
    'docs/people.md': [
      `A link works once, within ${INVITATION_DAYS} days`,
      `${MAILS_AN_HOUR} mails an hour go to one mailbox`,
      `visitors ${VISITOR_REPORTS_AN_HOUR} an hour`,
      `at most ${MAILS_AN_HOUR} such mails an hour`,
    ],
    'docs/decisions/portal.md': [
      `works once, for ${INVITATION_DAYS} days`,
      `${MAILS_AN_HOUR} mails an hour go to a mailbox, ${ROASTER_MAILS_AN_HOUR} from a roaster`,
    ],
    'docs/decisions/accounts.md': [`they invite, at most ${ROASTER_MAILS_AN_HOUR} mails an hour`],
    'docs/decisions/admins.md': [`the limit of ${MAILS_AN_HOUR} an hour that applies to every mail`],
    'docs/trust.md': [`gets ${MAILS_AN_HOUR} mails an hour about one thing`],
  }
  const otherwise = Object.entries(repeated).flatMap(([paper, said]) => {
    const words = readFileSync(paper, 'utf8').replace(/\s+/g, ' ')
    return said.filter(figure => !words.includes(figure)).map(figure => `${paper} does not say: ${figure}`)
  })
  expect(otherwise).toEqual([])
})

test('docs/import.md lists the columns that an imported table may have, in the order of an export', () => {
  const table = [...readFileSync('docs/import.md', 'utf8').matchAll(/^\| `(\w+)` /gm)].map(([, name = '']) => name)
  expect(table).toEqual(Object.keys(brewColumns))
})

function linksIn(paper: string) {
  const outsideCode = readFileSync(paper, 'utf8').replace(/^```.*?^```/gms, '')
  return [...outsideCode.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter(link => link !== '' && !/^[a-z]+:/.test(link))
}

test('a command of package.json that picks a test by its name names one that exists', () => {
  const picked = [...readFileSync('package.json', 'utf8').matchAll(/bun test (\S+) -t '([^']+)'/g)]
  expect(picked.length).toBeGreaterThan(0)
  for (const [, file = '', name = ''] of picked) expect(readFileSync(file, 'utf8')).toContain(`test('${name}'`)
})
