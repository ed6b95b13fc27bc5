/** Where people create API tokens for their programs. */
export const KEYS_PATH = '/me/keys'
