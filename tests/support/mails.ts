import type { TestWorld } from './world.ts'

/** The token in the newest mail to an address that has one. */
export async function mailedToken(world: TestWorld, address: string) {
  const mails = (await world.mails()).filter(mail => mail.to?.[0]?.address === address && mail.text?.includes('token='))
  return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

/** Opens the page that the newest mail to an address links to, and presses its button as a browser does. */
export async function pressedButton(world: TestWorld, address: string, page: '/sign-in' | '/claim') {
  const token = await mailedToken(world, address)
  return world.call(`POST ${page}`, {
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
  })
}
