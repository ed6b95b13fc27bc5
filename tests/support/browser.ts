import { existsSync } from 'node:fs'

/** Debian's Chromium, if this machine has it. */
export const browserProgram = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

/** Chromium as root, without a network beyond this machine. */
export async function openBrowser() {
  if (!browserProgram) throw new Error('No Chromium on this machine; apt-get install chromium brings it.')
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath: browserProgram,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
