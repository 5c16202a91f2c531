import { withoutSignatures } from '../switch/sound-url'

/** Paths that contain a secret: whoever has it can read the quote without a session. */
const WITH_KEY = /^(\/quote\/|\/api\/quotes\/)[^/]+/

/** A URL as logged: its path, without the query and without secrets. */
export function loggedPath(url = ''): string {
  return withoutSignatures(url.split('?')[0] ?? '').replace(WITH_KEY, '$1…')
}
