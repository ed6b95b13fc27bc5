/** A long list, read piece by piece as somebody takes it: nobody waits for all of it, and nobody holds all of it. */
export type Pieces<T> = AsyncIterable<readonly T[]>

/** `T`, but every list in it may come in pieces. */
export type InPieces<T> = T extends readonly (infer Item)[]
  ? T | Pieces<Item>
  : T extends object
    ? { [Name in keyof T]: InPieces<T[Name]> }
    : T

export const isPieces = (value: unknown): value is Pieces<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
