/** Any of the fields; undefined is as good as left out. */
export type Optional<T> = { [K in keyof T]?: T[K] | undefined }

/** What may be left out is never undefined: such a part can be laid over a whole. */
export type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** What is undefined stays as it was. */
export const withChanges = <T extends object>(before: T, changes: Optional<T>): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})
