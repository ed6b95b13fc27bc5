/**
 * A long list that is read piece by piece as it is consumed, so that it is never in memory as a
 * whole.
 */
export type Pieces<T> = AsyncIterable<readonly T[]>

/** `T`, where every array may also come in pieces. */
export type InPieces<T> = T extends readonly (infer Item)[]
  ? T | Pieces<Item>
  : T extends object
    ? { [Name in keyof T]: InPieces<T[Name]> }
    : T

export const isPieces = (value: unknown): value is Pieces<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
