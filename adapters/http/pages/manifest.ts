import { colourIn } from '../../design/tokens.ts'
import { asset } from './assets.ts'
import { phoneIcons } from './site-pictures.ts'

/** The web app manifest, which phones need to install the site. */
export async function manifest(): Promise<Response> {
  const [icon, maskable] = await Promise.all([asset('icon.svg'), asset('icon-maskable.svg')])
  const paper = colourIn('light', 'paper')
  return Response.json(
    {
      name: 'Dialin',
      short_name: 'Dialin',
      description: 'Coffee recipes on your own grinder’s dial.',
      start_url: '/',
      display: 'standalone',
      background_color: paper,
      theme_color: paper,
      icons: [
        { src: icon.href, type: 'image/svg+xml', sizes: 'any' },
        { src: maskable.href, type: 'image/svg+xml', sizes: 'any', purpose: 'maskable' },
        ...phoneIcons.map(({ path: src, pixels, purpose }) => ({
          src,
          type: 'image/png',
          sizes: `${pixels}x${pixels}`,
          purpose,
        })),
      ],
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  )
}
