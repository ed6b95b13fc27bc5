export interface Site {
  /** Where people reach the service, without a trailing slash. */
  baseUrl: string
}
