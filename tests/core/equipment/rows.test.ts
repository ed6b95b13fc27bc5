import { describe, expect, test } from 'bun:test'
import { checkRows, equipmentKinds } from '../../../core/equipment/import.ts'
import { csvOf, rowsInCsv, rowsInJson } from '../../../core/equipment/rows.ts'
import filters from '../../../db/data/filters.json'
import grinders from '../../../db/data/grinders.json'
import machines from '../../../db/data/machines.json'

describe('what is shipped', () => {
  test.each([
    ['grinders', grinders],
    ['machines', machines],
    ['filters', filters],
  ] as const)('as %s goes through CSV and JSON unchanged', (kind, records) => {
    const { columns } = equipmentKinds[kind]
    const throughCsv = rowsInCsv(csvOf(records, columns), columns)
    const throughJson = rowsInJson(JSON.stringify(records, null, 2))
    for (const rows of [throughCsv, throughJson]) expect(checkRows(kind, rows)).toEqual({ records, bad: [] } as never)
  })
})

describe('rows of JSON', () => {
  test('have line numbers, and a broken row does not hide the others', () => {
    const rows = rowsInJson('[\n  {"a": "x\\"], [{"},\n  {"b": },\n\n  3\n]')
    expect(rows).toEqual([
      { line: 2, value: { a: 'x"], [{' } },
      { line: 3, problem: 'is not valid JSON' },
      { line: 5, value: 3 },
    ])
  })

  test('of a list without an end are reported', () => {
    expect(rowsInJson('[{"a": 1},\n{"b": 2').at(-1)).toMatchObject({
      line: 2,
      problem: expect.stringContaining('no end'),
    })
  })

  test.each(['', '{"slug": "x"}', 'slug,brand', '"["'])('%p is not a list', text => {
    expect(() => rowsInJson(text)).toThrow('The file must hold a JSON list')
  })
})

describe('rows of CSV', () => {
  const { columns } = equipmentKinds.filters
  const head = 'slug,name,type,description\n'

  test('may contain commas, quotation marks and line ends, and have line numbers', () => {
    const rows = rowsInCsv(`${head}a,"One, two",paper,"say ""hi""\r\nthere"\r\n\nb,B,cloth,d`, columns)
    expect(rows).toEqual([
      { line: 2, value: { slug: 'a', name: 'One, two', type: 'paper', description: 'say "hi"\r\nthere' } },
      { line: 5, value: { slug: 'b', name: 'B', type: 'cloth', description: 'd' } },
    ])
  })

  test('with too few cells, or a stray quotation mark, are reported', () => {
    const rows = rowsInCsv(`${head}a,A,paper\nb,"B" x,paper,d\nc,C,paper,d\n`, columns)
    expect(rows).toEqual([
      { line: 2, problem: 'has 3 cells, but there are 4 columns' },
      { line: 3, problem: expect.stringContaining('quotation mark') },
      { line: 4, value: { slug: 'c', name: 'C', type: 'paper', description: 'd' } },
    ])
  })

  test('need a first line that names the columns', () => {
    expect(() => rowsInCsv('slug,nmae,type,description\n', columns)).toThrow(/Missing: name\. Unknown: nmae\./)
    expect(() => rowsInCsv('', columns)).toThrow(/Missing: slug, name, type, description\./)
  })
})
