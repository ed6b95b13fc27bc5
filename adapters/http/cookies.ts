/** The value of a cookie that a request carries. */
export function cookieIn(request: Request, name: string) {
  const header = request.headers.get('cookie')
  if (header === null) return undefined
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Whether browsers reach us over https only, so that cookies can be marked Secure. */
export const isSecure = ({ baseUrl }: { baseUrl: string }) => baseUrl.startsWith('https:')
