/**
 * FreeSWITCH's URL encoding (switch_url_encode) writes these characters, non-printable ones and all beyond ASCII as %XX, byte by
 * byte.
 */
const UNSAFE_UNENCODED = /[\r\n #&+:;<=>?@[\\\]^`{|}"]|[^ -~]/

/** Decodes %XX as UTF-8 bytes; invalid UTF-8 becomes U+FFFD, and a lone % stays. Never throws. */
export function percentDecode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

/**
 * The variables of a record as they were in the switch. mod_json_cdr encodes values when its `encode-values` setting is on, but
 * does not say so: values count as encoded when none holds a character that encoding would have replaced. Every record holds time
 * stamps with a space and colons, so the test is reliable for records the switch wrote.
 */
export function decodedVariables(variables: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.values(variables).filter((value) => typeof value === 'string')
  if (texts.some((text) => UNSAFE_UNENCODED.test(text))) return variables
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? percentDecode(value) : value,
    ]),
  )
}
