import type { GrinderChoice } from '../../../design/dial/mini.ts'

interface Loaded {
  /** Undefined without a network. */
  all: GrinderChoice[] | undefined
  yours: GrinderChoice[]
}

let loaded: Promise<Loaded> | undefined

/** Every grinder, which browsers cache, and the reader's own. Loaded when a picker is first opened. */
export function loadGrinders(): Promise<Loaded> {
  loaded ??= Promise.all(['/grinders/list.json', '/my-grinder/yours.json'].map(rowsAt)).then(([all, yours]) => {
    if (!all) loaded = undefined
    return { all, yours: yours ?? [] }
  })
  return loaded
}

async function rowsAt(path: string): Promise<GrinderChoice[] | undefined> {
  try {
    const response = await fetch(path)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
