import { halfWidth } from '../half-width.ts'

const PAIRS = /^([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})$/

/**
 * Normalizes a MAC address: `AA:BB:CC:DD:EE:FF`.
 *
 * Specification section 5: "non-word characters removed, uppercased, must be exactly 12 hex digits; output is pairs joined by a
 * separator (default colon); otherwise nothing." An underscore is a word character, so it is not removed and makes the value
 * invalid.
 *
 * @returns the address, or undefined where the rule returns nothing.
 */
export function formatMac(value: string, separator = ':'): string | undefined {
  const pairs = PAIRS.exec(value.replace(/\W/g, '').toUpperCase())
  return pairs?.slice(1).join(separator)
}

/** True when {@link formatMac} accepts the value: the "MAC-address check" of specification sections 2.5 and 5. */
export function isMac(value: string): boolean {
  return formatMac(value) !== undefined
}

/** Message for a value that {@link formatDeviceMac} rejects. */
export const MAC_WANTED = 'Enter a MAC address: 12 digits 0–9 and A–F, not all 0 or all F.'

const NOBODYS = ['00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF']

/**
 * A device's MAC address, as {@link formatMac} writes it. All zeros and the broadcast address belong to no device: labels and
 * scanners produce them when they fail.
 */
export function formatDeviceMac(value: string): string | undefined {
  const mac = formatMac(halfWidth(value))
  return mac && !NOBODYS.includes(mac) ? mac : undefined
}
