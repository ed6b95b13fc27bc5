/** What time it is. Core asks, and never looks itself. */
export type Clock = () => Date
