/** Stands in for the operator's address where none was set. */
export const NO_SUPPORT_EMAIL = 'support@dialin.example'

/** Who may make an account. */
export const signUps = ['open', 'invite', 'closed'] as const
export type SignUp = (typeof signUps)[number]

export interface Site {
  /** Where people reach the service, without a trailing slash. */
  baseUrl: string
  /** Who reads what people write to those who run it. */
  supportEmail: string
  /** What Apple knows this site by, where people may sign in with Apple on it. */
  appleServicesId?: string | undefined
  signUp: SignUp
  paths: SitePaths
}

/** Where things are there, as the door that serves them says; each begins with a slash. */
interface SitePaths {
  recipe: (id: number) => string
  comment: (recipeId: number, id: number) => string
  /** What the code on a bag opens. */
  bag: (code: string) => string
  bagSvg: (code: string) => string
  bagPng: (code: string) => string
  bagLabel: (code: string) => string
  bagSheet: (roasterSlug: string) => string
  newPassword: (token: string) => string
  register: (token: string) => string
  picture: (hash: string, width: number) => string
}
