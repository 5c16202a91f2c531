/**
 * Escapes text for an action's data. FreeSWITCH expands `${…}` there, recursively, and `${system …}` would run a program, so no
 * user-entered or received text may contain one. Backslashes are escapes, so they are removed too.
 */
export function plain(text: string): string {
  return text
    .replaceAll('$', '')
    .replaceAll('\\', '/')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}

/** Escapes text for a variable of a leg, `[name=value,…]`, by removing the characters with a meaning there. */
export function escapeInLeg(text: string): string {
  return plain(text)
    .replace(/[,'"`[\]{}<>|^=;:]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A value as JSON that `set` passes unchanged: forbidden characters are removed from all its strings. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? plain(each).replaceAll('"', '”') : each,
  )
}

/** Encodes a value in letters, digits, `-` and `_` only. */
export function encodeValue(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}

/** Decodes a value; undefined if the text is invalid. */
export function decodeValue(text: string): unknown {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
