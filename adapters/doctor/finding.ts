export interface Finding {
  about: string
  is: 'well' | 'worth a look' | 'wrong'
  says: string
  /** What to do about it. */
  remedy?: string
}

export const well = (about: string, says: string): Finding => ({ about, is: 'well', says })
export const odd = (about: string, says: string, remedy: string): Finding => ({
  about,
  is: 'worth a look',
  says,
  remedy,
})
export const wrong = (about: string, says: string, remedy: string): Finding => ({ about, is: 'wrong', says, remedy })
