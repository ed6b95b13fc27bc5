import { join } from 'node:path'
import { colourIn, schemes } from '../adapters/design/tokens.ts'

const themeTokens = ['surface', 'ink', 'ink-2', 'line'] as const

let built: Promise<string> | undefined

/** The script that pages load: everything in one file, made once. */
export function widgetScript(): Promise<string> {
  built ??= build()
  return built
}

async function build() {
  // One after the other: a build inside a build's plugin never ends.
  const styles = await output({ entrypoints: [join(import.meta.dir, 'styles.css')], minify: true })
  return output({
    entrypoints: [join(import.meta.dir, 'main.ts')],
    target: 'browser',
    // A classic script, so that it knows from document.currentScript where it came from.
    format: 'iife',
    minify: true,
    // Without it the bundler takes Lit's development build.
    define: { 'process.env.NODE_ENV': '"production"', THEME_COLOURS: JSON.stringify(themeColours) },
    plugins: [stylesAs(tokens + styles.trim()), tightTemplates],
  })
}

/** The colours that styles.css names, in both themes. */
const tokens = schemes
  .map(scheme => `.${scheme}{${themeTokens.map(name => `--token-${name}:${colourIn(scheme, name)}`).join(';')}}`)
  .join('')

const themeColours = Object.fromEntries(
  schemes.map(scheme => [scheme, [colourIn(scheme, 'surface'), colourIn(scheme, 'ink')]]),
)

async function output(config: Bun.BuildConfig) {
  const { outputs } = await Bun.build(config)
  if (!outputs[0]) throw new Error('The widget could not be built.')
  return outputs[0].text()
}

const stylesAs = (contents: string): Bun.BunPlugin => ({
  name: 'minified-styles',
  setup: build => {
    build.onLoad({ filter: /widget\/styles\.css$/ }, () => ({ contents, loader: 'text' }))
  },
})

/** Line breaks between tags mean nothing to us: what is apart is kept apart by styles.css. */
const tightTemplates: Bun.BunPlugin = {
  name: 'tight-templates',
  setup: build => {
    build.onLoad({ filter: /widget\/templates\.ts$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(/([>}])\n\s+(?=[<$])/g, '$1'),
      loader: 'ts',
    }))
  },
}
