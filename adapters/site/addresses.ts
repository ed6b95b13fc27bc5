import type { Site } from '../../core/site.ts'

/**
 * Paths on this site, for code outside the HTTP adapter that shows or requests them. Such code
 * builds no addresses of its own.
 */
export const sitePaths = {
  recipe: (id: number) => `/recipes/${id}`,
  brew: (id: number) => `/me/brews/${id}`,
  personalRecipe: (id: number) => `/me/recipes/${id}`,
  comment: (recipeId: number, id: number) => `/recipes/${recipeId}#${commentAnchor(id)}`,
  techniqueComment: (slug: string, id: number) => `/techniques/${slug}#${commentAnchor(id)}`,
  techniqueForCoffee: (slug: string, coffeeId: number) => `/techniques/${slug}?coffee=${coffeeId}`,
  talk: (recipeId: number) => `/recipes/${recipeId}#talk`,
  picture: (hash: string, width: number) => `/pictures/${hash}/${width}.webp`,
  bagPicture: (bagId: number, hash: string, width: number) => `/api/user/bags/${bagId}/picture/${hash}/${width}.webp`,
  shelf: () => '/me/shelf',

  bag: (code: string) => `/b/${code}`,
  bagSvg: (code: string) => `/b/${code}/qr.svg`,
  bagPng: (code: string) => `/b/${code}/qr.png`,
  bagLabel: (code: string) => `/b/${code}/label.pdf`,
  bagSheet: (roasterSlug: string) => `/portal/${roasterSlug}/codes.pdf`,
  portal: (roasterSlug: string) => `/portal/${roasterSlug}`,
  members: (roasterSlug: string) => `/portal/${roasterSlug}/members`,
  claimRoaster: (roasterSlug: string) => `/roasters/${roasterSlug}/claim`,

  register: (token: string) => `/register?token=${token}`,
  signIn: (token: string, next?: string) =>
    `/sign-in?token=${token}${next === undefined ? '' : `&next=${encodeURIComponent(next)}`}`,
  /** Where a confirmed address leads to. */
  confirmed: () => '/me?confirmed',
  newEmail: (token: string) => `/me/account/email/confirm?token=${token}`,
  newPassword: (token: string) => `/new-password?token=${token}`,
  claim: (token: string) => `/claim?token=${token}`,
  invitation: (token: string) => `/invitation?token=${token}`,
  unsubscribe: (token: string, userId: number, kind: string) =>
    `/unsubscribe?token=${token}&user=${userId}&mail=${kind}`,

  account: () => '/me/account',
  keys: () => '/me/keys',
  settings: () => '/settings',
  contact: () => '/about#contact',
  privacy: () => '/privacy',
  docs: () => '/docs',
  icon: () => '/icon-512.png',
  api: () => '/api',
  issuer: () => '/oauth',
  device: () => '/device',
  mcp: () => '/api/mcp',
  ownMcp: () => '/api/mcp/me',
  health: () => '/api/health',
  ready: () => '/api/health/ready',
}

/** The anchor of a comment on its recipe's page. */
export const commentAnchor = (id: number) => `comment-${id}`

export const bagAddress = (code: string, { baseUrl }: Pick<Site, 'baseUrl'>) => `${baseUrl}${sitePaths.bag(code)}`
