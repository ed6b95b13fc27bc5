/** One line of the text format: name, labels and value. */
export interface Sampled {
  name: string
  labels: Record<string, string>
  value: number
}

export function samplesIn(text: string): Sampled[] {
  return text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [, name = '', inside = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (name === '') throw new Error(`This is no line of metrics: ${line}`)
      const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text])
      return { name, labels: Object.fromEntries(labels), value: value === '+Inf' ? Infinity : Number(value) }
    })
}

/** The value of a metric with these labels; undefined if there is none. */
export function sampled(text: string, name: string, labels: Record<string, string> = {}) {
  const found = samplesIn(text).filter(
    one => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )
  if (found.length > 1) throw new Error(`${name} ${JSON.stringify(labels)} is said ${found.length} times.`)
  return found[0]?.value
}
