/** Paths that contain a secret: whoever has it can read the quote or the audio without a session. */
const WITH_KEY = /^(\/quote\/|\/api\/quotes\/|\/api\/switch\/sounds\/[^/]+\/)[^/]+/

/** A URL as logged: its path, without the query and without secrets. */
export function loggedPath(url = ''): string {
  return (url.split('?')[0] ?? '').replace(WITH_KEY, '$1…')
}
