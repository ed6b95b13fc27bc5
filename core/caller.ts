/** What a request tells about where it comes from. None of it is stored as it is. */
export interface Caller {
  readonly address: string
  /** Whether what a proxy says of where it comes from is believed; null where none says so. */
  readonly forwarded: 'trusted' | 'ignored' | null
  readonly userAgent: string
  /** The page that asks, as far as the browser tells. */
  readonly referer: string | undefined
  readonly origin: string | undefined
}
