/** As much of a text as fits, in code points: never half a character. */
export const atMost = (text: string, length: number) =>
  text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join('')
