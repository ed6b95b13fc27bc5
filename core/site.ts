/** Who may make an account. */
export const signUps = ['open', 'invite', 'closed'] as const
export type SignUp = (typeof signUps)[number]

export interface Site {
  /** Where people reach the service, without a trailing slash. */
  baseUrl: string
  /** What Apple knows this site by, where people may sign in with Apple on it. */
  appleServicesId?: string | undefined
  signUp: SignUp
}

/** The page that takes a secret of ours. */
export const mailedLink = ({ baseUrl }: Pick<Site, 'baseUrl'>, page: 'new-password' | 'register', token: string) =>
  `${baseUrl}/${page}?token=${token}`
