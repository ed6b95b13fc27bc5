/** The current time. Core never reads the clock itself, so that tests can set it. */
export type Clock = () => Date
