/** Every field is optional, and undefined means the same as leaving it out. */
export type Optional<T> = { [K in keyof T]?: T[K] | undefined }

/**
 * Optional fields that are never undefined, so that spreading them over an object does not erase
 * anything.
 */
export type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Undefined fields stay as they were. */
export const withChanges = <T extends object>(before: T, changes: Optional<T>): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})
