/**
 * Text as a value in an action's data. FreeSWITCH expands `${…}` there, within what it has expanded too, and `${system …}` would
 * run a program: no name that somebody typed or that came with a call may carry one. A backslash escapes, so it goes as well.
 */
export function plain(text: string): string {
  return text
    .replaceAll('$', '')
    .replaceAll('\\', '/')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}

/** Text as a variable of a leg, `[name=value,…]`: none of the characters that such lists are made of. */
export function plainInLeg(text: string): string {
  return plain(text)
    .replace(/[,'"`[\]{}<>|^=;:]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A value as JSON that `set` keeps as it is: what it must not contain is taken out of all its texts. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? plain(each).replaceAll('"', '”') : each,
  )
}

/** A value as text of letters, digits, `-` and `_` only. */
export function packed(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}

/** What was packed; undefined for what was not. */
export function unpacked(text: string): unknown {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
