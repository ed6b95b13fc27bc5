import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function memberNews({ url, ...news }: ViewOf<'member-news'>): RenderedMail {
  const { subject, said, verb } = wordsFor(news)
  const why = 'You’re getting this email because you manage, or used to manage, this roaster on Dialin.'
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
  const name = person ? oneLine(person.name, 60) : 'Someone'
  const who = person ? `${name} (${oneLine(person.email, 254)})` : name
  const as = role === 'OWNER' ? 'an owner' : 'an editor'
  switch (news) {
    case 'joined':
      return {
        subject: `${name} joined ${short}`,
        said: `${who} accepted your invitation and is now ${as} of ${roaster}. If that isn’t who you meant to invite, remove them.`,
        verb: 'See the members',
      }
    case 'left':
      return {
        subject: `${name} left ${short}`,
        said: `${who} is no longer a member of ${roaster}.`,
        verb: 'See the members',
      }
    case 'removed':
      return {
        subject: `You no longer run ${short}`,
        said: `An owner removed you as a member of ${roaster}. What you wrote there stays with the roaster. Your own account hasn’t changed.`,
        verb: 'Something wrong? Write to us',
      }
    case 'role':
      return {
        subject: `You’re now ${as} of ${short}`,
        said: `An owner of ${roaster} made you ${as}. ${role === 'OWNER' ? 'You can now delete content and manage members.' : 'You can still change its profile, coffees, recipes and widget. Only owners can delete content and manage members.'}`,
        verb: 'Open the portal',
      }
    case 'ownerless':
      return {
        subject: `${short} has no owner`,
        said: `The only owner of ${roaster} closed their account. You can still edit the page. To become its owner, claim the roaster with the business’s email address.`,
        verb: 'Claim it',
      }
  }
}
