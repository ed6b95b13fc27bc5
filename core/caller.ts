/** What a request reveals about its sender. None of it is stored in this form. */
export interface Caller {
  readonly address: string
  /** Whether we believe what a proxy says about the sender; null when no proxy says anything. */
  readonly forwarded: 'trusted' | 'ignored' | null
  readonly userAgent: string
  /** The page that made the request, if the browser sends it. */
  readonly referer: string | undefined
  readonly origin: string | undefined
}
