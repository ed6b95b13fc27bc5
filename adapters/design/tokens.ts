/**
 * Every colour of pages, mails, docs and widget: for light and for dark. docs/site.md lists what
 * each is for and its contrast.
 */
export const colours = {
  paper: ['#f6f3ee', '#171210'],
  surface: ['#ffffff', '#211a16'],
  sunken: ['#ece7df', '#100c0a'],
  ink: ['#221914', '#f5ece1'],
  'ink-2': ['#5b4e45', '#c4b5a6'],
  'ink-3': ['#6f6154', '#a29384'],
  line: ['#ded6cb', '#3b3029'],
  'line-2': ['#8d7f72', '#86766a'],
  mark: ['#cb3512', '#ff6b42'],
  band: ['#edb968', '#d69a48'],
  'band-edge': ['#a9711f', '#d69a48'],
  'band-soft': ['#f8e6c8', '#432f1d'],
  'on-band': ['#2b1f18', '#1b130e'],
  plot: ['#b87a26', '#d69a48'],
  collar: ['#2a1f19', '#3a2d24'],
  rim: ['#46362c', '#5e4a3c'],
  engrave: ['#f6ebdc', '#f8eee1'],
  'engrave-2': ['#bba896', '#c2b09f'],
  leaf: ['#2b6a47', '#7cc39a'],
  'leaf-soft': ['#ddebdf', '#1e3327'],
  fault: ['#96203a', '#ff9aaa'],
  'fault-soft': ['#f7e1e3', '#41202a'],
  'who-1': ['#2f5f86', '#8fb9dd'],
  'who-1-soft': ['#dde8f1', '#1c2c3a'],
  'who-2': ['#7a4470', '#d7a5cd'],
  'who-2-soft': ['#efe1ec', '#38243a'],
  'roast-1': ['#c98d52', '#d9a066'],
  'roast-2': ['#a86d3a', '#b87b46'],
  'roast-3': ['#85512a', '#956036'],
  'roast-4': ['#5f381f', '#71472b'],
  'roast-5': ['#3d2417', '#54341f'],
} as const satisfies Record<string, readonly [light: string, dark: string]>
export type Colour = keyof typeof colours

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

export const colourIn = (scheme: Scheme, name: Colour) => colours[name][schemes.indexOf(scheme)] as string

/** Defines the colours for stylesheets, which write `var(--ink)`, in whichever scheme is active. */
export const tokensCss = `:root{color-scheme:light dark;${Object.entries(colours)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';')}}`
