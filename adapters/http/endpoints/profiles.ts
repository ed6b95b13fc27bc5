import * as v from 'valibot'
import {
  getProfile,
  getTasteProfile,
  NotificationPreferences,
  Profile,
  SetNotificationPreferences,
  SetProfile,
  setProfile,
  setTasteProfile,
} from '../../../core/accounts/profiles.ts'
import {
  GetPublicProfile,
  getPublicProfile,
  Privacy,
  PublicProfile,
  SetPrivacy,
} from '../../../core/accounts/public-profile.ts'
import * as field from '../../../core/fields.ts'
import { SetTasteVector, TasteLevels, TasteVector } from '../../../core/taste/palate.ts'
import { endpoint } from '../endpoint.ts'

export const profiles = [
  endpoint({
    route: 'GET /api/user/profile',
    summary: 'Your taste in six levels, and your name',
    access: 'member',
    input: field.nothing,
    reply: v.object({ profile: Profile }),
    run: getProfile,
  }),
  endpoint({
    route: 'PUT /api/user/profile',
    also: 'PATCH',
    summary: 'Change any part of your taste, or your name; what is left out stays',
    access: 'member',
    input: SetProfile,
    reply: v.object({ profile: Profile }),
    run: setProfile,
  }),
  endpoint({
    route: 'POST /api/user/profile/onboarding',
    summary: 'Set all six levels at once',
    access: 'member',
    input: TasteLevels,
    reply: v.object({ profile: Profile }),
    run: setProfile,
  }),
  endpoint({
    route: 'GET /api/users/taste-profile',
    summary: 'Your taste as a vector, each from 0 to 1',
    access: 'member',
    input: field.nothing,
    reply: v.object({ profile: TasteVector, isDefault: v.boolean() }),
    run: getTasteProfile,
  }),
  endpoint({
    route: 'PUT /api/users/taste-profile',
    also: 'PATCH',
    summary: 'Change any part of your taste vector; what is left out stays',
    access: 'member',
    input: SetTasteVector,
    reply: v.object({ profile: TasteVector, isDefault: v.boolean() }),
    run: setTasteProfile,
  }),
  endpoint({
    route: 'GET /api/user/notification-preferences',
    summary: 'Which mails about your recipes you get',
    access: 'member',
    input: field.nothing,
    reply: v.object({ preferences: NotificationPreferences }),
    run: async (_, { profiles }, person) => ({ preferences: await profiles.preferencesOf(person.id) }),
  }),
  endpoint({
    route: 'PUT /api/user/notification-preferences',
    also: 'PATCH',
    summary: 'Switch mails about your recipes on or off; what is left out stays',
    access: 'member',
    input: SetNotificationPreferences,
    reply: v.object({ preferences: NotificationPreferences }),
    run: async (changes, { profiles }, person) => ({ preferences: await profiles.setPreferences(person.id, changes) }),
  }),
  endpoint({
    route: 'GET /api/user/privacy',
    summary: 'What others may see of you',
    access: 'member',
    input: field.nothing,
    reply: v.object({ privacy: Privacy }),
    run: async (_, { profiles }, person) => ({ privacy: await profiles.privacyOf(person.id) }),
  }),
  endpoint({
    route: 'PUT /api/user/privacy',
    also: 'PATCH',
    summary: 'Open or close your profile and your brews to others; what is left out stays',
    access: 'member',
    input: SetPrivacy,
    reply: v.object({ privacy: Privacy }),
    run: async (changes, { profiles }, person) => ({ privacy: await profiles.setPrivacy(person.id, changes) }),
  }),
  endpoint({
    route: 'GET /api/users/:id',
    summary:
      'What anybody may know of a member, as far as they let: name, figures, the latest comments, and brews where they show them; of yourself, also what you saved',
    access: 'anyone',
    input: GetPublicProfile,
    reply: PublicProfile,
    faults: ['not-found', 'grinder-not-found', 'not-signed-in'],
    run: getPublicProfile,
  }),
  endpoint({
    route: 'DELETE /api/user/account',
    summary: 'Close your account: everything of yours goes at once, your community recipes stay as Anonymous',
    access: 'member',
    input: field.nothing,
    reply: field.succeeded,
    session: 'ends',
    run: async (_, { profiles }, person) => {
      await profiles.erase(person.id)
      return { success: true as const }
    },
  }),
]
