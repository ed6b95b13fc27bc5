/** A table's entry for a word from outside. Ignores inherited properties such as "constructor". */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined
