/** A list of as many, each made by its place. */
export const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
