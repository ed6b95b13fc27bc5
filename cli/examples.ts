/** The end of a command's help. */
export const examples = (...lines: string[]) => `\nExamples:\n${lines.map(line => `  ${line}`).join('\n')}`
