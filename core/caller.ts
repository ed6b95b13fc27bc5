/** What a request tells about where it comes from. None of it is stored as it is. */
export interface Caller {
  readonly address: string
  readonly userAgent: string
  /** The page that asks, as far as the browser tells. */
  readonly referer: string | undefined
  readonly origin: string | undefined
}
