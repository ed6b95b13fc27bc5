import { join } from 'node:path'
import { colourIn, type Scheme, schemes } from '../adapters/design/tokens.ts'
import { bundledScript } from '../adapters/program/shipped.ts'
import { brewMethods } from '../core/grind/methods.ts'

const themeTokens = [
  'surface',
  'ink',
  'ink-2',
  'line',
  'line-2',
  'mark',
  'band',
  'band-edge',
  'collar',
  'engrave-2',
] as const

let built: Promise<string> | undefined
let builtPicker: Promise<string> | undefined
let builtDial: Promise<string> | undefined

/** Stands in the script where the service's own address does once it is served. */
export const ORIGIN_PLACEHOLDER = 'https://service-origin.invalid'

const MISSING_POLICY = 'Add the policy lit-html to trusted-types in the Content-Security-Policy of this page.'

/** Without a card, the space that the snippet reserves would stay empty. */
const RELEASE_SPACE =
  "document.querySelectorAll('[data-service-widget]').forEach(({style})=>style.height=style.paddingBottom=style.minHeight='')"

/** The script that pages load: everything in one file, made once; it knows where it came from, wherever it is copied to. */
export async function widgetScript(origin: string): Promise<string> {
  built ??= bundledScript('widget.js', build)
  return (await built).replace(ORIGIN_PLACEHOLDER, origin)
}

/** The list that opens when a visitor chooses a coffee or a grinder, and the dial of that grinder: loaded when needed. */
export const pickerScript = () => (builtPicker ??= bundledScript('picker.js', () => buildModule('choosing.ts')))
export const dialScript = () => (builtDial ??= bundledScript('dial.js', () => buildModule('visitor-dial.ts')))

const buildModule = (name: string) =>
  output({
    entrypoints: [join(import.meta.dir, name)],
    target: 'browser',
    format: 'esm',
    minify: true,
    plugins: [tightTemplates],
  })

async function build() {
  return output({
    // Lit creates its policy first of all. Where the page forbids that, its own link stays as it is.
    banner: 'try{',
    footer: `}catch(e){if(!/policy/i.test(e))throw e;console.warn('[dialin] ${MISSING_POLICY}');${RELEASE_SPACE}}`,
    entrypoints: [join(import.meta.dir, 'main.ts')],
    target: 'browser',
    // A classic script, so that it knows from document.currentScript where it came from.
    format: 'iife',
    minify: true,
    define: {
      // Without it the bundler takes Lit's development build.
      'process.env.NODE_ENV': '"production"',
      THEME_COLOURS: JSON.stringify(themeColours),
      THEME_RULES: JSON.stringify(themeRules),
      METHODS: JSON.stringify(methods),
      SERVICE_ORIGIN: JSON.stringify(ORIGIN_PLACEHOLDER),
    },
    plugins: [tightTemplates],
  })
}

/** The colours that the styles name, in both themes; on paper, the light ones. */
const coloursIn = (scheme: Scheme) => themeTokens.map(name => `--token-${name}:${colourIn(scheme, name)}`).join(';')
const themeRules = `.box{color-scheme:light;${coloursIn('light')}}@media screen{.dark{color-scheme:dark;${coloursIn('dark')}}}`

const themeColours = Object.fromEntries(
  schemes.map(scheme => [scheme, [colourIn(scheme, 'surface'), colourIn(scheme, 'ink')]]),
)

const methods = brewMethods.map(({ id, name, grindIndex: { low, target, high } }) => [id, name, low, target, high])

async function output(config: Bun.BuildConfig) {
  const { outputs } = await Bun.build(config)
  if (!outputs[0]) throw new Error('The widget could not be built.')
  return outputs[0].text()
}

/** Line breaks mean nothing in our templates and styles: what is apart is kept apart by the styles. */
const tightTemplates: Bun.BunPlugin = {
  name: 'tight-templates',
  setup: build => {
    build.onLoad({ filter: /widget\/(templates|grind-panel|chosen-panel|choosing|picker)\.ts$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(/([>}])\n\s+(?=[<$])/g, '$1'),
      loader: 'ts',
    }))
    // 1.4 kB less: messages about mistakes in `css` and `html` that we do not make, what Lit does in browsers
    // without CSSStyleSheet(), where the card does not work anyway, and its hooks for polyfills, hydration, controllers,
    // decorators, directives, options of listeners, styles given twice, attributes that are no text, values in comments and scripts, formulas and developer tools,
    // of which we have none.
    build.onLoad({ filter: /\/(css-tag|reactive-element|lit-html|lit-element)\.js$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text())
        .replace(/Error\("[^"]*"[^;}]*\)/g, 'Error()')
        .replace(/\w\.ShadowRoot&&.*?CSSStyleSheet\.prototype/, '!0')
        .replace(/\w\.\w+(Polyfill|Hydrate)Support\b(\?\.\([^)]*\))?/g, 'null')
        .replace(/\b\w\?\.\(\{\w+:\w\}\)/g, '0')
        .replace(/addController\(.*?(?=_\$E_\(\)\{)/, '')
        .replace(/this\._\$EO\?\.forEach\(t=>t\.\w+\?\.\(\)\)/g, '0')
        .replace(/3===\w\?"<\/?math>":/g, '')
        .replace(/switch\(\w\)\{case Boolean.*?\}(?=return)/g, '')
        .replace(/Symbol\.metadata\?\?=.*?new WeakMap/, '0')
        .replace(/const t=this\[Symbol\.metadata\];.*?(?=this\._\$Eh=new Map)/, '')
        .replace(/\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[^"]*"\)/g, '0')
        .replace(/static addInitializer.*?(?=static get)/, '')
        .replace(/this\.constructor\.l\?\.forEach\(t=>t\(this\)\)|void 0!==t\.l&&\(this\.l=\[\.\.\.t\.l\]\)/g, '0')
        .replace(/\|\|\w\.useDefault&&.*?(?=\)\)return)/, '')
        .replace(/\w&&!\(this\._\$Ej\?\?=.*?\|\|(?=\(this)/, '')
        .replace(/(\w)\?\?this\._\$Ej\?\.get\(\w\)\?\?\1/, '$1')
        .replace(/(function \w\(\w,(\w)),\w=\w,\w\)\{.*?\}(?=class)/, '$1){return $2}')
        .replace(/\w\.test\(\w\[2\]\)&&\(\w=RegExp\("<\/"\+\w\[2\],"g"\)\),/, '')
        .replace(/if\(\w\.test\(\w\.tagName\)\)\{.*?\}\}(?=\}else)/, '')
        .replace(/else\{let t=-1;for.*?\}(?=\w\+\+)/, '')
        .replace(/else \w\.startsWith\(\w\)&&\(\w+\.push\(\{type:6.*?\)\)/, '')
        .replace(/6===\w\.type&&\(\w=new \w\(\w,this,\w\)\)/, '0')
        .replace(/"\?"===\w\[1\]\?\w:/, '')
        .replace(/this\._\$(AP|Do)\?\.(setConnected)?\([^)]*\)/g, '0')
        .replace(/setConnected\(.*?\}|get (startNode|endNode|tagName)\(\)\{.*?\}|this\._\$AN=void 0,/g, '')
        .replace(/(static finalizeStyles\((\w)\)\{).*?return \w\}/, '$1return[$2].flat()}')
        .replace(/connectedCallback\(\)\{super.*?(?=render\(\))/, '')
        .replace(/\(\w\?\.creationScope\?\?(\w)\)/, '$1')
        .replace(/"function"==typeof \w\.converter.*?\.converter:(\w)/, '$1')
        .replace(/\(void 0!==\w\.converter.*?:(\w)\)/, '$1')
        .replace(/"number"==typeof \w\?(this\._\$AC\(\w\)):.*?,\w\)(?=;if)/, '$1')
        .replace(/\|\|\w\.capture!==.*?\.passive(?=,)/, ''),
      loader: 'js',
    }))
    build.onLoad({ filter: /widget\/styles\/\w+\.ts$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text())
        .replace(/\/\*[^*]*\*\//g, '')
        .replace(/(?<=[{};,]|css`)\s+/g, '')
        .replace(/: (?=[^{]*;)/g, ':')
        .replaceAll(' {', '{')
        .replaceAll(';}', '}')
        .replace(/ ([>~]|\+(?= [.d])) /g, '$1')
        .replaceAll(' !important', '!important')
        .replaceAll('-width: ', '-width:')
        .replace(/=["'](\w+)["']\]/g, '=$1]')
        .replace(/\b0(?=\.\d)/g, ''),
      loader: 'ts',
    }))
  },
}
