/**
 * How many recipes a person may publish per minute, counted over all ways to do it: by hand, in an
 * app, or by import.
 */
export const PUBLISHING = { act: 'publish a recipe', perMinute: 300 } as const
