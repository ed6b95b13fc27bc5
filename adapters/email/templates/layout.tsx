import type { CSSProperties, ReactElement, ReactNode } from 'react'
import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from 'react-email'
import { type Colour, colourIn } from '../../design/tokens.ts'
import type { WaysOut } from '../views.ts'
import { passage } from './text.ts'

/** What a template returns: one mail, with its HTML not yet rendered to text. */
export interface RenderedMail {
  subject: string
  html: ReactElement
  text: string
}

/**
 * The frame of every mail: a wordmark, one card with a title, and a line below that says why it was
 * sent.
 */
export function Layout(props: {
  subject: string
  preview: string
  title: string
  why: ReactNode
  children: ReactNode
}) {
  return (
    <Html lang="en">
      <Head>
        <title>{props.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkMode}</style>
      </Head>
      <Body className="page" style={{ ...font, backgroundColor: light('paper'), margin: 0, padding: '32px 12px' }}>
        <Preview useTitleTag={false}>{props.preview}</Preview>
        <Container style={{ width: '100%', maxWidth: '600px' }}>
          <Text className="ink" style={wordmark}>
            <span className="ring" style={ringStyle}>
              <span className="mark" style={markStyle}>
                &nbsp;
              </span>
            </span>{' '}
            Dialin
          </Text>
          <Section className="card" style={card}>
            <Heading as="h1" className="ink" style={heading}>
              {props.title}
            </Heading>
            {props.children}
          </Section>
          <Section style={{ padding: '20px 4px 0' }}>
            <Text className="quiet" style={{ ...quiet, margin: 0 }}>
              {props.why}
              <br />
              Dialin, coffee recipes on your own grinder’s dial
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ ...ink, fontSize: '16px', lineHeight: '26px', margin: '0 0 20px' }}>
      {children}
    </Text>
  )
}

export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '4px 0 24px' }}>
      <Button className="action" href={href} style={action}>
        {children}
      </Button>
    </Section>
  )
}

/**
 * The full address, for mail programs that show no button and readers who want to see where it
 * leads.
 */
export function Address({ href }: { href: string }) {
  return (
    <>
      <Hr className="line" style={{ borderColor: light('line'), margin: '0 0 16px' }} />
      <Text className="quiet" style={{ ...quiet, margin: '0 0 20px' }}>
        Button not working? Paste this into your browser:
        <br />
        <QuietLink href={href}>{href}</QuietLink>
      </Text>
    </>
  )
}

export function QuietLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="quiet" href={href} style={{ ...quiet, textDecoration: 'underline', overflowWrap: 'anywhere' }}>
      {children}
    </Link>
  )
}

/** Which roaster a mail is about: its first letter, its name and what it has. */
export function RoasterPanel({ name, has }: { name: string; has: string | undefined }) {
  return (
    <Section className="panel" style={panel}>
      <Row>
        <Column style={{ width: '64px' }}>
          <Text className="action" style={face}>
            {[...name][0]?.toUpperCase()}
          </Text>
        </Column>
        <Column>
          <Text className="ink" style={{ ...ink, fontSize: '16px', fontWeight: 700, lineHeight: '24px', margin: 0 }}>
            {name}
          </Text>
          {has && (
            <Text className="quiet" style={{ ...quiet, fontSize: '15px', lineHeight: '22px', margin: 0 }}>
              {has}
            </Text>
          )}
        </Column>
      </Row>
    </Section>
  )
}

/** What someone wrote, with its line breaks, set apart from our own words. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className="quote ink" style={quote}>
      {passage(children)}
    </blockquote>
  )
}

/** The footer of mails about the reader's own recipes, as HTML and as text. */
export function switchOff(
  reason: string,
  { settingsUrl, unsubscribeUrl }: WaysOut,
): { html: ReactElement; text: string } {
  return {
    html: (
      <>
        {reason} {unsubscribeUrl && <QuietLink href={unsubscribeUrl}>Unsubscribe</QuietLink>}
        {unsubscribeUrl && ', or '}
        <QuietLink href={settingsUrl}>{unsubscribeUrl ? 'choose' : 'Choose'} which emails you get</QuietLink>.
      </>
    ),
    text: `${reason}${unsubscribeUrl ? ` Unsubscribe:\n${unsubscribeUrl}\n` : ' '}Choose which emails you get:\n${settingsUrl}`,
  }
}

const light = (name: Colour) => colourIn('light', name)
const dark = (name: Colour) => colourIn('dark', name)

const font: CSSProperties = {
  fontFamily: '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
}
const ink: CSSProperties = { color: light('ink') }
const quiet: CSSProperties = { color: light('ink-3'), fontSize: '13px', lineHeight: '20px' }
const wordmark: CSSProperties = { ...ink, fontSize: '21px', fontWeight: 700, margin: '0 0 16px', padding: '0 4px' }
/** The logo without an image, so that a mail loads nothing: a ring, its band, and the mark. */
const ringStyle: CSSProperties = {
  borderColor: `${light('band')} ${light('collar')} ${light('collar')}`,
  borderRadius: '50%',
  borderStyle: 'solid',
  borderWidth: '6px',
  display: 'inline-block',
  fontSize: '1px',
  height: '12px',
  lineHeight: '5px',
  marginRight: '8px',
  textAlign: 'center',
  verticalAlign: 'middle',
  width: '12px',
}
/** Padding of a word takes no room in its line, so the mark reaches over the band and past its edge. */
const markStyle: CSSProperties = { backgroundColor: light('mark'), padding: '10px 1px 0' }
const panel: CSSProperties = {
  backgroundColor: light('paper'),
  borderRadius: '16px',
  margin: '0 0 24px',
  padding: '16px 18px',
}
const face: CSSProperties = {
  backgroundColor: light('ink'),
  borderRadius: '50%',
  color: light('paper'),
  fontSize: '18px',
  fontWeight: 700,
  height: '48px',
  lineHeight: '48px',
  margin: 0,
  textAlign: 'center',
  width: '48px',
}
const card: CSSProperties = {
  backgroundColor: light('surface'),
  border: `1px solid ${light('line')}`,
  borderRadius: '20px',
  padding: '36px 40px 12px',
}
const heading: CSSProperties = { ...ink, fontSize: '28px', lineHeight: '34px', fontWeight: 700, margin: '0 0 16px' }
const action: CSSProperties = {
  backgroundColor: light('ink'),
  borderRadius: '12px',
  color: light('paper'),
  fontSize: '16px',
  fontWeight: 600,
  padding: '16px 28px',
}
const quote: CSSProperties = {
  ...ink,
  borderLeft: `3px solid ${light('band')}`,
  fontSize: '16px',
  lineHeight: '26px',
  margin: '0 0 24px',
  overflowWrap: 'anywhere',
  padding: '2px 0 2px 16px',
  whiteSpace: 'pre-wrap',
}

// No quotes, ampersands or angle brackets here: React would escape them inside a style element.
const darkMode = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: ${dark('paper')} !important; }
  .card, .card td { background-color: ${dark('surface')} !important; border-color: ${dark('line')} !important; }
  .panel, .panel td { background-color: ${dark('paper')} !important; }
  .ink { color: ${dark('ink')} !important; }
  .quiet { color: ${dark('ink-3')} !important; }
  .ring { border-color: ${dark('band')} ${dark('ink')} ${dark('ink')} !important; }
  .mark { background-color: ${dark('mark')} !important; border: solid ${dark('paper')}; border-width: 0 1px; }
  .line { border-color: ${dark('line')} !important; }
  .action { background-color: ${dark('ink')} !important; color: ${dark('paper')} !important; }
}
`
