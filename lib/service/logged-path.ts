/** Addresses in which a part is a right itself: whoever has it reads the quote or the sound, without a session. */
const WITH_KEY = /^(\/quote\/|\/api\/quotes\/|\/api\/switch\/sounds\/[^/]+\/)[^/]+/

/** What a log says of an address: the path without its query, and without a key in it. */
export function loggedPath(url = ''): string {
  return (url.split('?')[0] ?? '').replace(WITH_KEY, '$1…')
}
