import * as core from '../../core/roasters/roasters.ts'
import { print } from '../print.ts'
import { adminAct } from '../world.ts'

export async function verifyRoaster(slug: string, { off = false }: { off?: boolean }) {
  const { name } = await adminAct('roasters verify', async ports => {
    const done = await core.verifyRoaster(slug, !off, ports)
    return { done, on: { kind: 'roaster', id: done.id }, details: { off } }
  })
  print(off ? `${name} is no longer verified.` : `${name} is verified.`)
}

export async function makePremium(slug: string, { off = false }: { off?: boolean }) {
  const { name } = await adminAct('roasters premium', async ports => {
    const done = await core.makePremium(slug, !off, ports)
    return { done, on: { kind: 'roaster', id: done.id }, details: { off } }
  })
  print(off ? `${name} is no longer premium.` : `${name} is premium.`)
}
