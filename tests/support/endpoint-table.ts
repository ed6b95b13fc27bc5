import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Method } from '../../adapters/http/endpoint.ts'

interface EndpointRow {
  method: Method
  /** With names in braces. */
  path: string
  auth: string
  /** The scope that an API token needs; `session`: no token works; empty: nobody has to sign in. */
  token: string
  success: number
  limit: number | undefined
}

/** Every route of the API, as tests/laws/endpoints.tsv has it. */
export const endpointTable: EndpointRow[] = readFileSync(join(import.meta.dir, '../laws/endpoints.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(line => {
    const [method = '', path = '', auth = '', token = '', success = '', limit = ''] = line.split('\t')
    return {
      method: method as Method,
      path,
      auth,
      token,
      success: Number(success),
      limit: limit ? Number(limit) : undefined,
    }
  })
