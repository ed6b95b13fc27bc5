/** The start of a text, cut by code points so that no character is split. */
export const atMost = (text: string, length: number) =>
  text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join('')
