/** What a browser says about itself, as far as we know it. */
export interface ClientDevice {
  browser: string | null
  system: string | null
}

/** Many browsers also name others that they resemble, so the first that matches is meant. */
const browsers: Record<string, [pattern: RegExp, name: string]> = {
  edge: [/\bEdg(e|A|iOS)?\//, 'Edge'],
  opera: [/\b(OPR|Opera)\//, 'Opera'],
  samsung: [/\bSamsungBrowser\//, 'Samsung Internet'],
  firefox: [/\b(Firefox|FxiOS)\//, 'Firefox'],
  chrome: [/\b(Chrome|HeadlessChrome|CriOS)\//, 'Chrome'],
  safari: [/\bSafari\//, 'Safari'],
}
const systems: Record<string, [pattern: RegExp, name: string]> = {
  iphone: [/\biPhone\b/, 'an iPhone'],
  ipad: [/\biPad\b/, 'an iPad'],
  android: [/\bAndroid\b/, 'Android'],
  windows: [/\bWindows\b/, 'Windows'],
  chromebook: [/\bCrOS\b/, 'a Chromebook'],
  mac: [/\bMacintosh\b/, 'a Mac'],
  linux: [/\bLinux\b/, 'Linux'],
}

/** A browser or app by the `User-Agent` that it sends. */
export function deviceIn(userAgent: string): ClientDevice {
  const named = (all: typeof browsers) => Object.entries(all).find(([, [pattern]]) => pattern.test(userAgent))?.[0]
  return { browser: named(browsers) ?? null, system: named(systems) ?? null }
}

/** For example "Firefox on a Mac". */
export function deviceInWords({ browser, system }: ClientDevice): string {
  const [, named] = browsers[browser ?? ''] ?? []
  const [, on] = systems[system ?? ''] ?? []
  if (named && on) return `${named} on ${on}`
  return named ?? (on ? `An app on ${on}` : 'An app')
}

/** Whether it is held in the hand. */
export const isPhone = ({ system }: ClientDevice) => ['iphone', 'ipad', 'android'].includes(system ?? '')
