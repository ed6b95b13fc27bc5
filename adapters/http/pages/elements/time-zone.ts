// Tells the server the reader's time zone, so that it knows their current day.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
// biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser
document.cookie = `tz=${timeZone}; path=/; max-age=31536000; samesite=lax`
