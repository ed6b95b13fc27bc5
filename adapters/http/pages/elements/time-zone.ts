// So that the server knows which day it is here: no secret, and no more than a clock on the wall shows.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
// biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser
document.cookie = `tz=${timeZone}; path=/; max-age=31536000; samesite=lax`
