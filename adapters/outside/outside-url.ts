import { isIP } from 'node:net'
import { Unreachable } from '../../core/outside.ts'

const MAX_LENGTH = 2048

/** What the URL says, if it is one that may be read. */
export function outsideUrl(text: string): URL {
  if (text.length > MAX_LENGTH) throw new Unreachable('The URL must have at most 2,048 characters.')
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') throw new Unreachable('The URL must be complete and start with https://.')
  if (url.username || url.password) throw new Unreachable('The URL must have no user name and no password.')
  if (text.includes('#')) throw new Unreachable('The URL must have no fragment.')
  // Below are other protocols, whose servers may not expect what we send.
  if (url.port && Number(url.port) < 1024) throw new Unreachable('The port must be 443 or above 1023.')
  if (!isIP(hostnameOf(url)) && !isFullName(hostnameOf(url)))
    throw new Unreachable('The host must be a full name on the internet, such as app.example.com.')
  return url
}

/** The host's name or address; an IPv6 address without its brackets. */
export const hostnameOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

const isFullName = (name: string) =>
  name.split('.').every(label => label !== '') && name.includes('.') && !/\.(local|localhost|internal)$/.test(name)
