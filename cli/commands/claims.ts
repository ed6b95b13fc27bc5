import type { Claim, ClaimState } from '../../core/roasters/claims.ts'
import { claimStates, decideClaim } from '../../core/roasters/claims.ts'
import { dim, print, printJson, table } from '../print.ts'
import { adminAct, readPorts } from '../world.ts'

const MOST = 200

export async function listClaims({ all, json }: { all?: boolean; json?: boolean }) {
  const states: readonly ClaimState[] = all ? claimStates : ['PENDING', 'VERIFIED']
  const claims = await readPorts(({ claims, clock }) => claims.list(states, MOST, clock()))
  if (json) return printJson(claims)
  if (claims.length === 0) return print(all ? 'There are no claims.' : 'There are no open claims.')
  print(
    table<Claim>(
      [
        { heading: 'id', of: ({ id }) => String(id), align: 'right' },
        { heading: 'state', of: ({ state }) => state },
        { heading: 'roaster', of: ({ roaster }) => roaster.slug },
        { heading: 'business address', of: ({ businessEmail }) => businessEmail },
        { heading: 'website', of: ({ roaster }) => roaster.websiteUrl ?? '', spare: true },
        { heading: 'claimant', of: ({ claimant }) => claimant.email, spare: true },
        { heading: 'proof', of: ({ proofUrl }) => proofUrl ?? '', spare: true },
        { heading: 'since', of: ({ createdAt }) => createdAt.slice(0, 10), spare: true },
      ],
      claims,
    ),
  )
  if (claims.some(({ state }) => state === 'VERIFIED'))
    print(dim('VERIFIED claims need a decision: dialin claims approve|reject <id>'))
}

export async function approveClaim(id: number) {
  const { claimant, roaster } = await decide(id, 'APPROVED')
  print(`Claim ${id} is approved: ${claimant.email} owns ${roaster.name}, which is now verified.`)
}

export async function rejectClaim(id: number) {
  const { claimant, roaster } = await decide(id, 'REJECTED')
  print(`Claim ${id} by ${claimant.email} to ${roaster.name} is rejected.`)
}

const decide = (id: number, state: 'APPROVED' | 'REJECTED') =>
  adminAct(`claims ${state === 'APPROVED' ? 'approve' : 'reject'}`, async ports => {
    const done = await decideClaim(id, state, ports)
    const { roaster, claimant } = done
    return { done, on: { kind: 'claim', id }, details: { roaster: roaster.slug, user: claimant.id } }
  })
