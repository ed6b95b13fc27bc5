import type { NotificationPreferences } from '../../../../core/profiles/profiles.ts'

/** The mails that people can turn off, and when each is sent. */
export const mails: [keyof NotificationPreferences, string][] = [
  ['notifyRecipeComments', 'Someone comments on one of your recipes or replies to you'],
  ['notifyRecipeFavorites', 'Someone saves one of your recipes'],
  ['notifyRecipeBrews', 'Someone brews one of your recipes'],
  ['notifyRecipeVariations', 'Someone publishes a variation of one of your recipes'],
  ['notifyShelf', 'A bag on your shelf runs low or is past its best'],
]
