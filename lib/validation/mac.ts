/**
 * Brings a MAC address into one form: `AA:BB:CC:DD:EE:FF`.
 *
 * Specification section 5: "non-word characters removed, uppercased, must be exactly 12 hex digits; output is
 * pairs joined by a separator (default colon); otherwise nothing." An underscore is a word character, so it is
 * not removed and makes the value invalid.
 *
 * @returns the address, or undefined where the rule returns nothing.
 */
export function formatMac(value: string, separator = ':'): string | undefined {
  const digits = value.replace(/\W/g, '').toUpperCase()
  if (!/^[0-9A-F]{12}$/.test(digits)) return undefined
  return digits.match(/../g)?.join(separator)
}

/** True when {@link formatMac} accepts the value: the "MAC-address check" of specification sections 2.5 and 5. */
export function isMac(value: string): boolean {
  return formatMac(value) !== undefined
}
