import type { Buckets, Labels, Metric } from './model.ts'

/** The media type of `metricsText`. */
export const METRICS_MEDIA = 'text/plain; version=0.0.4; charset=utf-8'

/** The Prometheus text format, which every collector reads. */
export const metricsText = (metrics: Metric[]) => metrics.map(familyText).join('')

function familyText({ name, type, help, samples }: Metric) {
  const lines = samples.flatMap(({ labels = {}, value }) =>
    typeof value === 'number' ? [sampleLine(name, labels, value)] : bucketLines(name, labels, value),
  )
  return `# HELP ${name} ${inHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function bucketLines(name: string, labels: Labels, { bounds, counts, sum }: Buckets) {
  const lines: string[] = []
  let count = 0
  for (let at = 0; at <= bounds.length; at++) {
    count += counts[at] ?? 0
    lines.push(sampleLine(`${name}_bucket`, { ...labels, le: figure(bounds[at] ?? Infinity) }, count))
  }
  lines.push(sampleLine(`${name}_sum`, labels, sum), sampleLine(`${name}_count`, labels, count))
  return lines
}

function sampleLine(name: string, labels: Labels, value: number) {
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${inLabel(text)}"`)
  return `${name}${inside.length === 0 ? '' : `{${inside.join(',')}}`} ${figure(value)}\n`
}

const figure = (value: number) => (value === Infinity ? '+Inf' : String(value))

const inHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

const inLabel = (text: string) => inHelp(text).replaceAll('"', '\\"')
