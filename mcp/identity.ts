import { sitePaths } from '../adapters/site/addresses.ts'
import { version } from '../package.json' with { type: 'json' }

/** What server listings show about this one, within their length limits. */
export const identity = {
  name: 'dialin',
  title: 'Dialin',
  description: 'Coffee grind settings and brew recipes on the dial of over 200 grinders, with honest ranges.',
  version,
}

/** The icon of a service, as a PNG. */
export const iconOn = (baseUrl: string) => ({
  src: `${baseUrl}${sitePaths.icon()}`,
  mimeType: 'image/png',
  sizes: ['512x512'],
})
