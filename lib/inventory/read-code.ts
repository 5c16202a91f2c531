import { formatDeviceMac, isMac } from '../validation/mac'

/** What a barcode is at the receiving station. */
export type ReadCode = { kind: 'mac'; mac: string } | { kind: 'serial'; serial: string } | { kind: 'neither' }

const MAC_NAME = /^MAC\s*(?:ID|address)?\s*[:#]?\s*/i
const SERIAL_NAME = /^(?:S\/?N|Serial(?: number)?)\s*[:#]\s*/i
/** Printable, and as long as is stored. */
const SERIAL = /^[\x21-\x7e][\x20-\x7e]{2,62}[\x21-\x7e]$/
/** A letter that no MAC address has, or digits alone. Anything else may be a MAC address that was not read in full. */
const NO_MAC = /[G-Z]|^[0-9]+$/i

/** The MAC address or serial number that a barcode says; labels may name them, as in "S/N: 3146018". */
export function readCode(value: string): ReadCode {
  const text = value.trim()
  const mac = formatDeviceMac(text.replace(MAC_NAME, ''))
  if (mac) return { kind: 'mac', mac }
  const serial = text.replace(SERIAL_NAME, '')
  const named = serial !== text
  return SERIAL.test(serial) && !isMac(serial) && (named || NO_MAC.test(serial))
    ? { kind: 'serial', serial }
    : { kind: 'neither' }
}
