import { describe } from 'bun:test'
import { facesCanBeRead } from './numerals.ts'

describe('the numerals of every grinder can be read along the whole scale: none touches another', () => {
  facesCanBeRead([5, 15, 25, 40, 55, 70, 85])
})
