import { scopes } from '../../../core/accounts/scopes.ts'
import { issuerOf } from '../../../core/apps/authorize.ts'
import { grantTypes } from '../../../core/apps/give-tokens.ts'
import type { Ports } from '../../../core/ports.ts'

const cacheForAnHour = { 'cache-control': 'public, max-age=3600' }

/** What a client needs to know to ask a person for access (RFC 8414). */
export function serverMetadata({ site }: Pick<Ports, 'site'>): Response {
  const issuer = issuerOf(site)
  return Response.json(
    {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      device_authorization_endpoint: `${issuer}/device`,
      revocation_endpoint: `${issuer}/revoke`,
      introspection_endpoint: `${issuer}/introspect`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: grantTypes,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      introspection_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      ...(site.mayAppsRegister && { registration_endpoint: `${issuer}/register` }),
      service_documentation: `${site.baseUrl}${site.paths.docs()}`,
    },
    { headers: cacheForAnHour },
  )
}

/** Which server gives tokens for a part of ours (RFC 9728). */
export const resourceMetadata = (path: string, { site }: Pick<Ports, 'site'>): Response =>
  Response.json(
    {
      resource: `${site.baseUrl}${path}`,
      authorization_servers: [issuerOf(site)],
      scopes_supported: path === site.paths.ownMcp() ? FOR_MCP : scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Dialin',
      resource_documentation: `${site.baseUrl}${site.paths.docs()}`,
    },
    { headers: cacheForAnHour },
  )

/** What the tools need between them. */
const FOR_MCP = scopes.filter(scope => scope !== 'roaster')

/** What a 401 tells an MCP client, so that it finds out where to ask for a token. */
export const signInForMcp = ({ site: { baseUrl, paths } }: Pick<Ports, 'site'>): string =>
  `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${paths.ownMcp()}", scope="${FOR_MCP.join(' ')}"`
