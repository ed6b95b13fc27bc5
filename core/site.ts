/** Used when no support address is configured. */
export const NO_SUPPORT_EMAIL = 'support@dialin.example'

/** Who may create an account. */
export const signUps = ['open', 'invite', 'closed'] as const
export type SignUp = (typeof signUps)[number]

export interface Site {
  /** The public address of the service, without a trailing slash. */
  baseUrl: string
  /** The address for messages to those who run the service. */
  supportEmail: string
  /** The Services ID that Apple has for this site, where people may sign in with Apple. */
  appleServicesId?: string | undefined
  signUp: SignUp
  /** Whether apps without a document of their own may register. */
  mayAppsRegister: boolean
  paths: SitePaths
}

/** The paths of pages, as the adapter that serves them defines them. Each begins with a slash. */
interface SitePaths {
  docs: () => string
  api: () => string
  ownMcp: () => string
  /** Where a person types the code of a device. */
  device: () => string
  /** What apps know us by. */
  issuer: () => string
  recipe: (id: number) => string
  /** Only its owner may open this page and the next. */
  brew: (id: number) => string
  personalRecipe: (id: number) => string
  comment: (recipeId: number, id: number) => string
  techniqueComment: (slug: string, id: number) => string
  techniqueForCoffee: (slug: string, coffeeId: number) => string
  /** The page that the code on a bag opens. */
  bag: (code: string) => string
  bagSvg: (code: string) => string
  bagPng: (code: string) => string
  bagLabel: (code: string) => string
  bagSheet: (roasterSlug: string) => string
  newPassword: (token: string) => string
  register: (token: string) => string
  picture: (hash: string, width: number) => string
  /** Only its owner may open it. */
  bagPicture: (bagId: number, hash: string, width: number) => string
}
