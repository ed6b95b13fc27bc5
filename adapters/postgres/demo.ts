import type { Passwords } from '../../core/accounts/accounts.ts'
import type { Sql } from './client.ts'

export interface DemoAccount {
  email: string
  password: string
}

const demo: DemoAccount = { email: 'demo@dialin.example', password: 'dialin-demo' }

/** Fills an empty database for people who look around; one that holds accounts is left alone. */
export async function seedDemo(
  sql: Sql,
  { passwords, now }: { passwords: Passwords; now: Date },
): Promise<DemoAccount | undefined> {
  const [known] = await sql<{ isDemo: boolean }[]>`
    select email = ${demo.email} as is_demo
    from users
    order by email = ${demo.email} desc
    limit 1`
  if (known) return known.isDemo ? demo : undefined
  await sql`
    insert into users (email, email_verified_at, password_hash, name, created_at)
    values (${demo.email}, ${now}, ${await passwords.hash(demo.password)}, 'Demo', ${now})
    on conflict (email) do nothing`
  return demo
}
