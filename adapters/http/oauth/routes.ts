import { sitePaths } from '../../site/addresses.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { perMinute } from '../limits.ts'
import { consentGiven, consentPage } from '../pages/consent.ts'
import { deviceDecided, devicePage } from '../pages/device.ts'
import { ownPage } from '../pages/own-page.ts'
import { resourceMetadata, serverMetadata } from './metadata.ts'
import { answerDevice, answerIntrospection, answerRegistration, answerRevocation, answerToken } from './token.ts'

/** More than any app needs. Tokens are far too long to guess. */
const forPrograms = { media: 'application/json', open: true, limit: perMinute(120) } as const

/** Each reads a document of the app, which takes time. */
const asked = { limit: perMinute(30) }

/** OAuth 2.1 for apps and MCP clients. */
export const oauthRoutes: PageDeclaration[] = [
  {
    route: 'GET /.well-known/oauth-authorization-server/oauth',
    summary: 'How apps connect (RFC 8414)',
    ...forPrograms,
    respond: (_request, _params, ports) => serverMetadata(ports),
  },
  {
    route: 'GET /.well-known/oauth-protected-resource/api',
    summary: 'Who gives tokens for the API (RFC 9728)',
    ...forPrograms,
    respond: (_request, _params, ports) => resourceMetadata(sitePaths.api(), ports),
  },
  {
    route: 'GET /.well-known/oauth-protected-resource/api/mcp/me',
    summary: 'Who gives tokens for MCP (RFC 9728)',
    ...forPrograms,
    respond: (_request, _params, ports) => resourceMetadata(sitePaths.ownMcp(), ports),
  },
  ownPage('GET /oauth/authorize', 'An app asks to use what is yours', consentPage, asked),
  ownPage('POST /oauth/authorize', 'A person has allowed or denied it', consentGiven, asked),
  {
    route: 'POST /oauth/token',
    summary: 'Tokens for a code or for a refresh token',
    ...forPrograms,
    respond: answerToken,
  },
  {
    route: 'POST /oauth/register',
    summary: 'An app without a document of its own registers (RFC 7591)',
    ...forPrograms,
    limit: perMinute(10),
    respond: answerRegistration,
  },
  {
    route: 'POST /oauth/device',
    summary: 'The command line asks for a code that a person types in a browser (RFC 8628)',
    ...forPrograms,
    limit: perMinute(10),
    respond: answerDevice,
  },
  ownPage('GET /device', 'A person types the code of a device', devicePage, asked),
  ownPage('POST /device', 'A person has allowed or denied it', deviceDecided, asked),
  { route: 'POST /oauth/revoke', summary: 'Ends a token', ...forPrograms, respond: answerRevocation },
  { route: 'POST /oauth/introspect', summary: 'What a token may do', ...forPrograms, respond: answerIntrospection },
]
