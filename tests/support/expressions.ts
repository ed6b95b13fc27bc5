import { readFileSync } from 'node:fs'
import ts from 'typescript-5'

export interface Expression {
  file: string
  line: number
  source: string
  flags: string
}

/** Every regular expression literal in these files. */
export const expressionsIn = (files: readonly string[]): Expression[] =>
  files.flatMap(file => {
    const found: Expression[] = []
    eachNode(file, (node, parsed) => {
      if (!ts.isRegularExpressionLiteral(node)) return
      const end = node.text.lastIndexOf('/')
      const { line } = parsed.getLineAndCharacterOfPosition(node.end)
      found.push({ file, line: line + 1, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    })
    return found
  })

/** The files that build one with `RegExp(…)`, which cannot be read from the source. */
export const filesThatBuildExpressions = (files: readonly string[]) =>
  files.filter(file => /\bRegExp\(/.test(readFileSync(file, 'utf8')))

function eachNode(file: string, look: (node: ts.Node, parsed: ts.SourceFile) => void) {
  const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const visit = (node: ts.Node) => {
    look(node, parsed)
    ts.forEachChild(node, visit)
  }
  visit(parsed)
}
