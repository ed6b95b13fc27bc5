/** A list of this many items, each made from its index. */
export const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
