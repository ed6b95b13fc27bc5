import type { Scope } from '../../../core/accounts/scopes.ts'
import type { Access } from '../endpoint.ts'
import type { Content, DocumentedResponse, OpenApiSchema, Parameter } from './schema.ts'

export interface OpenApiDocument {
  openapi: string
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
    contact: { name: string; url: string }
  }
  servers: Array<{ url: string; description: string }>
  tags: Array<{ name: string; description: string }>
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, OpenApiSchema>
    responses: Record<string, DocumentedResponse>
    securitySchemes: Record<string, object>
  }
}

export interface Operation {
  summary: string
  description: string
  tags: string[]
  operationId: string
  security: Partial<Record<'bearer' | 'apiToken' | 'cookie', string[]>>[]
  'x-access': Access
  /** The scope that an API token needs. */
  'x-scope'?: Scope | 'any'
  'x-rate-limit-per-minute'?: number
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, DocumentedResponse | { $ref: string }>
}
