import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

const papers = ['*.md', 'widget/*.md', 'db/**/*.md', 'docs/*.md'].flatMap(place => [...new Glob(place).scanSync()])

test('the README has at most 200 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(200)
})

test('every relative link and picture in the papers leads to a file that exists', () => {
  const broken = papers.flatMap(paper =>
    linksIn(paper)
      .filter(link => !existsSync(join(dirname(paper), link)))
      .map(link => `${paper} links to ${link}`),
  )
  expect(broken).toEqual([])
})

test('every file and folder that the papers name in code is there', () => {
  const gone = papers.flatMap(paper =>
    [...readFileSync(paper, 'utf8').matchAll(/`((?:core|adapters|cli|mcp|widget|db|tests|bench|docs)\/[\w./-]*)`/g)]
      .map(([, path = '']) => path)
      .filter(path => !path.includes('NOUN') && !path.includes('YYYY') && !existsSync(path))
      .map(path => `${paper} names ${path}`),
  )
  expect(gone).toEqual([])
})

function linksIn(paper: string) {
  const outsideCode = readFileSync(paper, 'utf8').replace(/^```.*?^```/gms, '')
  return [...outsideCode.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter(link => link !== '' && !/^[a-z]+:/.test(link))
}
