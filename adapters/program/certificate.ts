/** Whether TLS says that who answers, a database or what stands at BASE_URL, has not proven who it is. */
export const isUnproven = (error: unknown) =>
  error instanceof Error && 'code' in error && UNPROVEN.test(String(error.code))

const UNPROVEN = /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_VERIFY/
