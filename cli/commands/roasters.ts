import * as core from '../../core/roasters/roasters.ts'
import { print } from '../print.ts'
import { withPorts } from '../world.ts'

export async function verifyRoaster(slug: string, { off }: { off?: boolean }) {
  const { name } = await withPorts(ports => core.verifyRoaster(slug, !off, ports))
  print(off ? `${name} is no longer verified.` : `${name} is verified.`)
}

export async function makePremium(slug: string, { off }: { off?: boolean }) {
  const { name } = await withPorts(ports => core.makePremium(slug, !off, ports))
  print(off ? `${name} is no longer premium.` : `${name} is premium.`)
}
