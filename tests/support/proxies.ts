import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** The proxies of docs/hosting.md, with exactly the configuration given there. */
export const proxyPrograms = {
  nginx: Bun.which('nginx') ?? Bun.which('/usr/sbin/nginx'),
  caddy: Bun.which('caddy'),
}
export type ProxyName = keyof typeof proxyPrograms

interface Proxied {
  name: ProxyName
  /** Where the service listens. */
  upstream: string
  port: number
}

/** One of them in front of a service, at https://localhost:port, on every address of this machine's. */
export async function openProxy({ name, upstream, port }: Proxied) {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-proxy-'))
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const made = Bun.spawnSync(
    [
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ].concat([
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
  )
  if (made.exitCode !== 0) throw new Error(made.stderr.toString())
  const lines = linesIn('docs/hosting.md', name === 'nginx' ? 'nginx' : 'caddyfile').replace('127.0.0.1:3000', upstream)
  const file = join(folder, 'settings')
  const settings = {
    nginx: () => `
      daemon off;
      pid ${folder}/pid;
      error_log ${folder}/errors;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
        # As Debian has it.
        gzip on;
        ssl_certificate ${certificate};
        ssl_certificate_key ${key};
        ${lines.replace('listen 443', `listen ${port}`).replace('dialin.example.com', 'localhost')}
      }`,
    caddy: () => `{
        admin off
        auto_https disable_redirects
        storage file_system ${folder}
      }
      ${lines.replace('dialin.example.com {', `https://localhost:${port} {\n  tls ${certificate} ${key}`)}`,
  }[name]()
  writeFileSync(file, settings)
  const command = { nginx: ['-p', folder, '-c', file], caddy: ['run', '--adapter', 'caddyfile', '--config', file] }[
    name
  ]
  const errors = Bun.file(join(folder, 'said'))
  const child = Bun.spawn([proxyPrograms[name] ?? name, ...command], { stdout: 'ignore', stderr: errors })
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${await errors.text()}`)
    return Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).then(
      socket => {
        socket.end()
        return true
      },
      () => undefined,
    )
  })
  return {
    certificate: readFileSync(certificate, 'utf8'),
    close: async () => {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The code examples of a language in a document. */
function linesIn(paper: string, language: string) {
  const found = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(readFileSync(paper, 'utf8'))?.[1]
  if (!found) throw new Error(`${paper} has no example in ${language}.`)
  return found
}
