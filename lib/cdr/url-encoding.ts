/**
 * FreeSWITCH's URL encoding (switch_url_encode): these characters, the ones that are not printable and those beyond
 * ASCII are written as %XX, byte by byte.
 */
const UNSAFE_UNENCODED = /[\r\n #&+:;<=>?@[\\\]^`{|}"]|[^ -~]/

/** Reads %XX as bytes of UTF-8; what is no valid UTF-8 becomes U+FFFD, a lone % stays. Never throws. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  const bytes: Buffer[] = []
  let from = 0
  for (const match of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    bytes.push(Buffer.from(text.slice(from, match.index)), Buffer.from(match[0].replaceAll('%', ''), 'hex'))
    from = match.index + match[0].length
  }
  return Buffer.concat([...bytes, Buffer.from(text.slice(from))]).toString('utf8')
}

/**
 * The variables of a record as they were in the switch. mod_json_cdr encodes their values when its `encode-values`
 * says so, and does not tell: they are encoded when none holds a character that encoding would have replaced. Every
 * record holds time stamps with a space and colons, so that this is never a guess for what the switch itself wrote.
 */
export function decodedVariables(variables: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.values(variables).filter((value) => typeof value === 'string')
  const encoded =
    texts.some((text) => /%[0-9a-f]{2}/i.test(text)) && !texts.some((text) => UNSAFE_UNENCODED.test(text))
  if (!encoded) return variables
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? percentDecode(value) : value,
    ]),
  )
}
