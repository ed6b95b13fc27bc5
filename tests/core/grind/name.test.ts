import { expect, test } from 'bun:test'
import { drinkWithArticle, methodIds } from '../../../core/grind/methods.ts'
import { withArticle } from '../../../core/grind/name.ts'

test('a name has the article of its first sound', () => {
  const an = 'Acaia Orbit,Encore,Etzinger etz-I,OXO Conical Burr,EK43,X-Ultra,SD40 V2,M47 Classic,MHW-3Bomber,xBloom,IT'
  for (const name of an.split(',')) expect(withArticle(name)).toBe(`an ${name}`)
  for (const name of [
    'Comandante C40 MK4',
    'Eureka Mignon',
    'Uniform',
    'ROK',
    'Mazzer ZM',
    'Xeoleo',
    '9Barista',
    'Yama',
  ])
    expect(withArticle(name)).toBe(`a ${name}`)
})

test('brewers have an article, and drinks have none', () => {
  expect(methodIds.map(drinkWithArticle)).toEqual([
    'Turkish',
    'espresso',
    'a moka pot',
    'an AeroPress',
    'a siphon',
    'a V60',
    'a Kalita Wave',
    'a drip machine',
    'a Clever Dripper',
    'a Chemex',
    'a French press',
    'cold brew',
  ])
})
