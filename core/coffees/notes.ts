/** The single notes of a flavour profile: "peach, jasmine" are two. */
export const flavorNotesIn = (flavorProfile: string | null) =>
  (flavorProfile ?? '')
    .split(',')
    .map(note => note.trim())
    .filter(note => note !== '')
