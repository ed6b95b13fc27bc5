import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail, RoasterPanel } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function claimVerification(view: ViewOf<'claim-verification'>): RenderedMail {
  const { url, roasterName, hours, roasterHas } = view
  const roaster = oneLine(roasterName)
  const subject = `Is ${oneLine(roasterName, 80)} yours?`
  const { request, next, action } = view.isOwn ? toClaimant(view) : toRoaster(view)
  const once = `The link works once, for ${hours} hours.`
  const why = 'Not expecting this? Ignore this email and nothing will change.'
  const has = roasterHas && contentsOf(roasterHas)
  return {
    subject,
    html: (
      <Layout subject={subject} preview={next} title={`Is ${roaster} yours?`} why={why}>
        <Paragraph>
          {request} {next}
        </Paragraph>
        <RoasterPanel name={roaster} has={has} />
        <Action href={url}>{action}</Action>
        <Paragraph>{once}</Paragraph>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([`${request} ${next}`, has ? `${roaster}: ${has}` : roaster, once, url, why]),
  }
}

/** The person who asked opens their own mail. */
function toClaimant({ roasterName, domain }: ViewOf<'claim-verification'>) {
  const request = `You asked to manage ${oneLine(roasterName)} on Dialin.`
  return domain === undefined
    ? {
        request,
        next: 'Confirm this address, and we’ll review your claim by hand and email you.',
        action: 'Confirm my address',
      }
    : { request, next: `Your address is at ${domain}, so one tap is all it takes.`, action: 'Open my portal' }
}

/** Somebody with another address asked. */
function toRoaster({ roasterName, claimant }: ViewOf<'claim-verification'>) {
  const who = `${oneLine(claimant.name, 60)}, who signed up with ${oneLine(claimant.email, 254)},`
  const doubt = claimant.emailProven ? '' : ' We don’t know yet whether that address is theirs.'
  return {
    request: `${who} asked to manage ${oneLine(roasterName)} on Dialin and gave this address as the roaster’s.${doubt}`,
    next: 'If you want that, open the claim and confirm it there.',
    action: 'Open the claim',
  }
}

/** For example "6 coffees, 11 recipes"; undefined if it has none. */
function contentsOf({ coffees, recipes }: { coffees: number; recipes: number }) {
  const count = (number: number, one: string, many: string) =>
    number === 0 ? [] : [number === 1 ? `1 ${one}` : `${number.toLocaleString('en')} ${many}`]
  return [...count(coffees, 'coffee', 'coffees'), ...count(recipes, 'recipe', 'recipes')].join(', ') || undefined
}
