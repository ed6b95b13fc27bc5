/**
 * How long an invitation works, to an account or to a roaster. In a file of its own so that the
 * command line can show it without loading either.
 */
export const INVITATION_DAYS = 7
