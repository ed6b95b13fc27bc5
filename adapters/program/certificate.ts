/**
 * Whether TLS failed because the other side (a database, or what answers at BASE_URL) could not
 * prove its identity.
 */
export const isUnproven = (error: unknown) =>
  error instanceof Error && 'code' in error && UNPROVEN.test(String(error.code))

const UNPROVEN = /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_VERIFY/
