/** So long an invitation works, to an account or to a roaster. On its own: the command line tells it without loading either. */
export const INVITATION_DAYS = 7
