import { Fault } from '../../../core/errors.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { perMinute } from '../limits.ts'
import { forADay } from '../reply-cache.ts'
import { asset, fontNamed, isAsset } from './assets.ts'
import { shortText } from './llms.ts'
import { manifest } from './manifest.ts'
import { serviceWorker } from './offline.ts'
import { linkPicture } from './picture.ts'
import { securityTxt } from './security-txt.ts'
import { drawBrand, favicon, phoneIcons, touchIcon } from './site-pictures.ts'

const forever = 'public, max-age=31536000, immutable'

/** Files that pages load, and files that programs expect at a fixed path. */
export const files: PageDeclaration[] = [
  {
    route: 'GET /service-worker.js',
    summary: 'What keeps opened recipes readable without a network',
    media: 'text/javascript',
    cache: { control: 'no-cache' },
    respond: () => serviceWorker(),
  },
  {
    route: 'GET /llms.txt',
    summary: 'What there is here for a language model, in short',
    media: 'text/plain',
    open: true,
    cache: forADay(({ grinders }) => grinders.list()),
    respond: (_request, _params, ports) => shortText(ports),
  },
  securityTxt,
  {
    route: 'GET /manifest.webmanifest',
    summary: 'What a phone needs to install the site',
    media: 'application/manifest+json',
    cache: { control: 'public, max-age=86400' },
    respond: () => manifest(),
  },
  linkPicture('GET /picture.png', 'What a link to us shows where it is shared', drawBrand),
  linkPicture('GET /apple-touch-icon.png', 'The sign of the site, for phones that want pixels', touchIcon),
  ...phoneIcons.map(({ path, pixels, draw }) =>
    linkPicture(`GET ${path}`, `The sign of the site, ${pixels} pixels wide`, draw),
  ),
  {
    route: 'GET /favicon.ico',
    summary: 'The sign of the site, for what asks by the old name',
    media: 'image/x-icon',
    limit: perMinute(60),
    cache: { control: 'public, max-age=86400' },
    respond: favicon,
  },
  {
    route: 'GET /favicon.svg',
    summary: 'The sign of the site',
    media: 'image/svg+xml',
    cache: { control: 'public, max-age=86400' },
    respond: () => assetReply('icon.svg'),
  },
  {
    route: 'GET /assets/fonts/:name',
    summary: 'The letters of the pages',
    media: 'font/woff2',
    cache: { control: forever },
    respond: (_request, { name = '' }) => {
      const font = fontNamed(name)
      if (!font) throw noAsset(name)
      return new Response(font)
    },
  },
  {
    route: 'GET /assets/:version/:name',
    summary: 'Styles, scripts and pictures of the pages, named by what is in them',
    media: 'text/css',
    cache: { control: forever, source: () => files },
    respond: (_request, { version = '', name = '' }) => assetReply(name, version),
  },
  {
    route: 'GET /assets/:name',
    summary: 'The same, for what links to them by name',
    media: 'text/css',
    cache: { control: 'public, max-age=3600', source: () => files },
    respond: (_request, { name = '' }) => assetReply(name),
  },
]

/**
 * During a deployment, a page from one instance may request its files from another. It gets that
 * instance's version, so that it still looks reasonable, but does not cache it under the other
 * name.
 */
async function assetReply(name: string, version?: string) {
  if (!isAsset(name)) throw noAsset(name)
  const { text, type, href } = await asset(name)
  const isOther = version !== undefined && href !== `/assets/${version}/${name}`
  return new Response(text, { headers: { 'content-type': type, ...(isOther && { 'cache-control': 'no-cache' }) } })
}

const noAsset = (name: string) => new Fault('not-found', `There is no asset ${name}.`)
