import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function memberNews({ url, ...news }: ViewOf<'member-news'>): RenderedMail {
  const { subject, said, verb } = wordsFor(news)
  const why = 'You get this because you run the roaster on Dialin, or did.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={said} title={subject} why={why}>
        <Paragraph>{said}</Paragraph>
        <Action href={url}>{verb}</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([said, url, why]),
  }
}

function wordsFor({ news, roasterName, role, person }: Omit<ViewOf<'member-news'>, 'url'>) {
  const roaster = oneLine(roasterName)
  const short = oneLine(roasterName, 80)
  const name = person ? oneLine(person.name, 60) : 'Somebody'
  const who = person ? `${name} (${oneLine(person.email, 254)})` : name
  const as = role === 'OWNER' ? 'an owner' : 'an editor'
  switch (news) {
    case 'joined':
      return {
        subject: `${name} joined ${short}`,
        said: `${who} accepted the invitation and now is ${as} of ${roaster}. If that is not whom you meant, remove them.`,
        verb: 'See the members',
      }
    case 'left':
      return {
        subject: `${name} left ${short}`,
        said: `${who} no longer is among the members of ${roaster}.`,
        verb: 'See the members',
      }
    case 'removed':
      return {
        subject: `You no longer run ${short}`,
        said: `An owner of ${roaster} took you out of its members. What you wrote there stays with the roaster; your own account is as it was.`,
        verb: 'Write to us if that is wrong',
      }
    case 'role':
      return {
        subject: `You are ${as} of ${short} now`,
        said: `An owner of ${roaster} made you ${as}. ${role === 'OWNER' ? 'You can now delete content and manage members.' : 'You still change its profile, coffees, recipes and widget; owners delete, and say who is a member.'}`,
        verb: 'Open the portal',
      }
    case 'ownerless':
      return {
        subject: `${short} has no owner`,
        said: `The only owner of ${roaster} closed their account. You still may edit it; to own it, claim it with an address of the business.`,
        verb: 'Claim it',
      }
  }
}
