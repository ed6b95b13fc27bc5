/** What a table says of a word that somebody wrote; "constructor" is in no table, though every object has one. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined
