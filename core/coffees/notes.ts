/** The individual notes of a flavour profile: "peach, jasmine" has two. */
export const flavorNotesIn = (flavorProfile: string | null) =>
  (flavorProfile ?? '')
    .split(',')
    .map(note => note.trim())
    .filter(note => note !== '')
