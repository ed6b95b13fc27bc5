import { describe } from 'bun:test'
import { facesCanBeRead } from './numerals.ts'

describe('no numeral of any grinder touches another, along the whole scale', () => {
  facesCanBeRead([5, 15, 25, 40, 55, 70, 85])
})
