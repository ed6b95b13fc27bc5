/**
 * Whether the Accept header names this media type and does not prefer JSON to it. A client that
 * accepts anything gets JSON.
 */
export function prefers(request: Request, media: string): boolean {
  const wishes = (request.headers.get('accept') ?? '')
    .slice(0, 1000)
    .split(',')
    .map(wish => {
      const [type = '', ...parameters] = wish.split(';').map(part => part.trim().toLowerCase())
      const weight = Number(parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? 1)
      return { type, weight: Number.isNaN(weight) ? 0 : weight }
    })
  const first = wishes
    .filter(({ type, weight }) => weight > 0 && (type === media || type === 'application/json'))
    .sort((one, other) => other.weight - one.weight)[0]
  return first?.type === media
}
