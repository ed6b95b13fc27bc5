export interface Site {
  /** Where people reach the service, without a trailing slash. */
  baseUrl: string
  /** What Apple knows this site by, where people may sign in with Apple on it. */
  appleServicesId?: string | undefined
}
