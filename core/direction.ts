/**
 * Embeddings, overrides and isolates. One that is opened in a name turns around every word of ours that follows it.
 * Letters know their own direction without them, and the marks for between letters (U+061C, U+200E, U+200F) reach no
 * further than the next letter.
 */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** What somebody wrote, able to turn around nothing beside it. */
export const withoutDirections = (text: string) => text.replace(CONTROLS, '')
