import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Certificate {
  cert: string
  key: string
}

export interface Authority {
  /** Its own certificate, for those who trust it. */
  ca: string
  /** For a name, as DNS:app.example, or an address, as IP:127.0.0.1. */
  certify: (name: string, options?: { days?: number }) => Certificate
  stop: () => void
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** An authority for certificates of servers that tests start. */
export function newAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-authority-'))
  const [ca, caKey, request, key, cert] = ['ca', 'ca-key', 'request', 'key', 'cert'].map(name =>
    join(folder, name),
  ) as [string, string, string, string, string]
  openssl('req', '-x509', ...EC, '-days', '2', '-subj', '/CN=An authority', '-keyout', caKey, '-out', ca)
  return {
    ca: readFileSync(ca, 'utf8'),
    certify: (name, { days = 2 } = {}) => {
      const about = ['-subj', '/CN=A server', '-addext', `subjectAltName=${name}`]
      openssl('req', '-new', ...EC, ...about, '-keyout', key, '-out', request)
      const signed = ['-CA', ca, '-CAkey', caKey, '-days', `${days}`, '-copy_extensions', 'copyall']
      openssl('x509', '-req', '-in', request, ...signed, '-out', cert)
      return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
    },
    stop: () => rmSync(folder, { recursive: true }),
  }
}

function openssl(...options: string[]) {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...options])
  if (exitCode !== 0) throw new Error(stderr.toString())
}
