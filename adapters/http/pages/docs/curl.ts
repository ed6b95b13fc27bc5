import type { Operation } from '../../openapi/model.ts'

/** The example of an operation as a request that can be sent as it is. */
export function curlFor(method: string, path: string, operation: Operation, baseUrl: string) {
  const { parameters = [], requestBody, 'x-access': access } = operation
  const given = parameters.filter(({ example }) => example !== undefined)
  const text = (example: unknown) => encodeURIComponent(String(example)).replaceAll('%2F', '/')
  const address = path.replace(/\{(\w+)\}/g, (_, name) => text(given.find(one => one.name === name)?.example ?? name))
  const query = given.filter(one => one.in === 'query').map(({ name, example }) => `${name}=${text(example)}`)
  const body = requestBody?.content['application/json']?.example
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `
  return [
    `curl ${verb}'${baseUrl}${address}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    ...(access === 'member' || access === 'roaster' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 1).replace(/\n */g, ' ')}'`]
      : []),
  ].join(' \\\n  ')
}
