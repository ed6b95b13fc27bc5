import type { DeviceSignIns } from '../../../core/apps/device.ts'
import type { Sql } from '../engine/client.ts'
import { affectsAny, first } from '../queries/rows.ts'

export const deviceSignInsIn = (sql: Sql): DeviceSignIns => ({
  add: async ({ deviceHash, userCode, scopes, expiresAt }, now) => {
    await sql`
      insert into device_sign_ins (device_hash, user_code, scopes, created_at, expires_at)
      values (${deviceHash}, ${userCode}, ${scopes}, ${now}, ${expiresAt})`
  },

  pending: (userCode, now) =>
    first(sql`
      select device_hash, scopes, expires_at
      from device_sign_ins
      where user_code = ${userCode}
        and state = 'pending'
        and expires_at > ${now}`),

  decide: (userCode, state, now) =>
    affectsAny(sql`
      update device_sign_ins
      set state = ${state}
      where user_code = ${userCode}
        and state = 'pending'
        and expires_at > ${now}`),

  ask: (deviceHash, soonest, now) =>
    first(sql`
      update device_sign_ins now
      set asked_at = ${now}
      from device_sign_ins before
      where before.id = now.id
        and now.device_hash = ${deviceHash}
        and now.expires_at > ${now}
      returning now.state, coalesce(before.asked_at > ${soonest}, false) as is_too_soon`),
})
