import { describe, expect, test } from 'bun:test'
import { renderMail } from '../../adapters/email/render.ts'
import type { MailView } from '../../adapters/email/views.ts'

const url = 'https://dialin.example/sign-in?token=a1b2&next=%2Fhome'
const recipeUrl = 'https://dialin.example/r/k3jd92?from=mail&x=1'
const settingsUrl = 'https://dialin.example/settings/notifications'
const unsubscribeUrl = 'https://dialin.example/unsubscribe?token=c3d4&user=7&mail=comments'

const mails: MailView[] = [
  { template: 'magic-link', url, minutes: 60 },
  { template: 'new-password', url, hours: 24 },
  { template: 'account-invitation', url, days: 7 },
  {
    template: 'sign-in-removed',
    passwordRemoved: true,
    appleSignInRemoved: true,
    claimRemoved: true,
  },
  { template: 'new-api-token', name: 'Kitchen scale', scopes: ['read', 'log'], url: 'https://dialin.example/me/keys' },
  { template: 'app-connected', name: 'Kitchen Notes', scopes: ['read', 'log'], url: 'https://dialin.example/me/keys' },
  {
    template: 'claim-verification',
    url,
    roasterName: 'Café Müller & Söhne',
    claimant: { name: 'Ana', email: 'ana@example.org', emailProven: false },
    hours: 48,
  },
  {
    template: 'claim-verification',
    url,
    roasterName: 'Café Müller & Söhne',
    claimant: { name: 'Ana', email: 'ana@mueller.example', emailProven: false },
    isOwn: true,
    domain: 'mueller.example',
    roasterHas: { coffees: 6, recipes: 1 },
    hours: 48,
  },
  { template: 'confirm-address', url, hours: 24 },
  { template: 'new-email', url, hours: 24 },
  { template: 'email-changed', newEmail: 'ana@example.net', isDone: false, url },
  { template: 'email-changed', newEmail: 'ana@example.net', isDone: true, url },
  { template: 'claim-decided', url: 'https://dialin.example/portal/x', roasterName: 'Café Müller', isApproved: true },
  {
    template: 'roaster-invitation',
    url,
    roasterName: 'Café Müller',
    role: 'OWNER',
    inviterName: 'Ana',
    days: 7,
    note: 'Who has an account can.',
  },
  {
    template: 'member-news',
    url: 'https://dialin.example/portal/x/members',
    roasterName: 'Café Müller',
    news: 'joined',
    role: 'EDITOR',
    person: { name: 'Ben', email: 'ben@example.org' },
  },
  {
    template: 'new-comment',
    recipeName: 'Sunday V60',
    recipeUrl,
    commenterName: 'Ana',
    body: 'Lovely.\nTwo clicks coarser for me.',
    settingsUrl,
    unsubscribeUrl,
  },
  { template: 'new-favourite', recipeName: 'Sunday V60', recipeUrl, settingsUrl },
  {
    template: 'new-variation',
    recipeName: 'Sunday V60',
    recipeUrl,
    byName: 'Ben',
    difference: '2 clicks finer: more extracted',
    settingsUrl,
  },
  {
    template: 'new-brew',
    recipeName: 'Sunday V60',
    recipeUrl,
    brewerName: 'Ben',
    rating: 4,
    notes: 'Sweet, a bit thin.',
    settingsUrl,
  },
  {
    template: 'new-report',
    kind: 'comment',
    id: 4,
    url: 'https://dialin.example/recipes/7#comment-4',
    recipeName: 'Sunday V60',
    author: 'Dot',
    text: 'Buy my beans.\nNow.',
    reason: 'spam',
    sentence: 'The third one today.',
    isSignedIn: true,
  },
  {
    template: 'report-digest',
    reports: 12,
    since: '2026-11-15T07:30:00.000Z',
    things: [{ url: 'https://dialin.example/recipes/7', reports: 9 }],
  },
  {
    template: 'contact-message',
    name: 'Cleo',
    email: 'cleo@example.org',
    subject: 'A grinder',
    message: 'Please add it.',
  },
]

const addressesOf = (mail: MailView) =>
  Object.values(mail).filter((value): value is string => typeof value === 'string' && value.startsWith('https://'))

describe.each(mails.map(mail => [mail.template, mail] as const))('the %s mail', (_name, mail) => {
  test('shows every address in full in both parts', async () => {
    const { html, text } = await renderMail(mail)
    for (const address of addressesOf(mail)) {
      expect(html).toContain(`href="${address.replaceAll('&', '&amp;')}"`)
      expect(text.split('\n')).toContain(address)
    }
  })

  test('has a plain-text part without markup', async () => {
    const { text } = await renderMail(mail)
    expect(text).not.toMatch(/<\/?[a-z]+[\s>]|&[a-z]+;|&#/i)
    expect(text.length).toBeGreaterThan(100)
  })

  test('declares its language, has a preview text and loads nothing from elsewhere', async () => {
    const { subject, html } = await renderMail(mail)
    expect(html).toContain('lang="en"')
    expect(html).toMatch(/data-skip-in-text="true"[^>]*>[^<]{10}/)
    expect(html).toContain(`<title>${Bun.escapeHTML(subject)}</title>`)
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(|@import/i)
  })

  test('keeps what people typed as text, in every field', async () => {
    const attack = '<img src=x onerror=alert(1)></style><script>alert(2)</script>"\'&'
    const { html } = await renderMail(withWords(mail, attack))
    expect(html).not.toMatch(/<img|<script|<\/style><script/i)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
  })

  test('has a one-line subject of bounded length, whatever people typed', async () => {
    for (const lineBreak of ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u0000']) {
      const { subject } = await renderMail(
        withWords(mail, `Hi${lineBreak}Bcc: everybody@example.org ${'x'.repeat(900)}`),
      )
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(subject).not.toMatch(/[\u0000-\u001f\u0080-\u009f\u2028\u2029]/)
      expect(subject.length).toBeLessThan(200)
    }
  })
})

test('the logo has its mark inside the ring, so that it reaches over the band', async () => {
  const { html } = await renderMail(mails[0] as MailView)
  expect(html).toMatch(
    /<span class="ring"[^>]*><span class="mark" style="background-color:#[0-9a-f]{6};padding[^>]*>[^<]+<\/span><\/span>/i,
  )
})

describe('the mail about a claim', () => {
  const [toRoaster, toClaimant] = mails.filter(({ template }) => template === 'claim-verification') as [
    MailView,
    MailView,
  ]
  const textOf = async (mail: MailView) => (await renderMail(mail)).text.replace(/\s+/g, ' ')

  test('speaks to the claimant at their own address, and shows the roaster', async () => {
    const text = await textOf(toClaimant)
    expect(text).toContain('You asked to manage Café Müller & Söhne on Dialin.')
    expect(text).toContain('Your address is at mueller.example, so one tap is all it takes.')
    expect(text).toContain('6 coffees, 1 recipe')
    expect(text).not.toContain('We don’t know yet')
    expect((await renderMail(toClaimant)).html).toMatch(/>Open my portal</)
  })

  test('promises the portal only for an address at the website', async () => {
    const text = await textOf({ ...toClaimant, domain: undefined } as MailView)
    expect(text).toContain('we’ll review your claim by hand and email you')
    expect(text).not.toContain('one tap')
  })

  test('tells anybody else who asked', async () => {
    const text = await textOf(toRoaster)
    expect(text).toContain('Ana, who signed up with ana@example.org, asked to manage')
    expect(text).toContain('We don’t know yet whether that address is theirs.')
    expect(text).not.toContain('You asked')
  })
})

describe('text by a person', () => {
  test('is quoted line by line in plain text, so it cannot pass for ours', async () => {
    const forged = 'Nice.\r\n\r\n-- \r\nDialin: your account is locked, open https://evil.example'
    const { text } = await renderMail({
      template: 'new-comment',
      recipeName: 'V60',
      recipeUrl,
      commenterName: 'Ana',
      body: forged,
      settingsUrl,
    })
    expect(text).toContain('> Nice.\n>\n> --\n> Dialin: your account is locked')
  })

  test('keeps its line breaks in HTML', async () => {
    const { html } = await renderMail({
      template: 'contact-message',
      name: 'Cleo',
      email: 'cleo@example.org',
      subject: 'Hello',
      message: 'One\nTwo & <three>',
    })
    expect(html).toContain('One\nTwo &amp; &lt;three&gt;')
    expect(html).toMatch(/<blockquote[^>]*white-space:pre-wrap/)
  })

  test('cannot reverse the line around it', async () => {
    const { subject, html, text } = await renderMail({
      template: 'new-brew',
      recipeName: 'V60',
      recipeUrl,
      brewerName: '\u202eeoj\u2066',
      rating: null,
      notes: null,
      settingsUrl,
    })
    expect(subject + html + text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(subject).toBe('eoj brewed V60')
    expect(text).toContain('eoj brewed your recipe V60.')
  })
})

/** The same mail with these words wherever a person can type. */
function withWords(mail: MailView, words: string): MailView {
  const typed = [
    'roasterName',
    'recipeName',
    'commenterName',
    'brewerName',
    'body',
    'notes',
    'author',
    'text',
    'sentence',
  ]
  const contact = ['name', 'email', 'subject', 'message']
  return Object.fromEntries(
    Object.entries(mail).map(([field, value]) => [
      field,
      typed.includes(field) || (mail.template === 'contact-message' && contact.includes(field)) ? words : value,
    ]),
  ) as MailView
}
