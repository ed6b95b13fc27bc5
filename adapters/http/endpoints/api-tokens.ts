import {
  ApiTokenCreated,
  ApiTokenId,
  ApiTokensReply,
  CreateApiToken,
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '../../../core/accounts/api-tokens.ts'
import * as field from '../../../core/fields.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const apiTokens = [
  endpoint({
    route: 'GET /api/user/tokens',
    summary: 'Your API tokens, the newest first',
    description: 'What each one may do, when it expires and when it was last used, but never the token itself.',
    access: 'member',
    input: field.nothing,
    reply: ApiTokensReply,
    run: listApiTokens,
  }),
  endpoint({
    route: 'POST /api/user/tokens',
    summary: 'Create an API token; it is shown only once',
    description:
      'Confirm your email address first. Send the token as `Authorization: Bearer`; it works until it expires or is revoked. It never opens what only you can do: passwords, addresses, tokens, members and deleting the account. Two that work can’t have the same name. We email you whenever one is created.',
    access: 'member',
    limit: actPerMinute('create an API token'),
    input: CreateApiToken,
    example: { name: 'Kitchen scale', scopes: ['read', 'log'], expiresInDays: 90 },
    reply: ApiTokenCreated,
    status: 201,
    faults: ['not-signed-in', 'not-allowed', 'name-taken'],
    run: createApiToken,
  }),
  endpoint({
    route: 'DELETE /api/user/tokens/:id',
    summary: 'Revoke an API token',
    description: 'It stops working right away.',
    access: 'member',
    input: ApiTokenId,
    example: { id: 1 },
    reply: field.succeeded,
    faults: ['not-found'],
    run: revokeApiToken,
  }),
]
