/** How often somebody may publish in a minute, by whatever door: by hand, in an app, or in however many files. */
export const PUBLISHING = { act: 'publish a recipe', perMinute: 300 } as const
