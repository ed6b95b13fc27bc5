/**
 * Embeddings, overrides and isolates. If a name opens one, it reverses our words after it. Letters
 * have their own direction without them, and the marks between letters (U+061C, U+200E, U+200F)
 * affect no more than the next letter.
 */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Text that cannot reverse the text around it. */
export const withoutDirections = (text: string) => text.replace(CONTROLS, '')
