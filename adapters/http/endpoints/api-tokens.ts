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
    description: 'What each may do, until when, and when it was last used; never the token itself.',
    access: 'member',
    input: field.nothing,
    reply: ApiTokensReply,
    run: listApiTokens,
  }),
  endpoint({
    route: 'POST /api/user/tokens',
    summary: 'Create an API token for a program; it is shown only here',
    description:
      'Send it as `Authorization: Bearer`. It works until it expires or is revoked, and never opens what needs you to sign in: passwords, addresses, tokens, members and deleting the account. You get an email about it. Confirm your address first. Tokens that work have different names.',
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
