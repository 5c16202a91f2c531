import { vendorOfMac } from '../telephony/provisioning/vendors'
import { formatDeviceMac, isMac } from '../validation/mac'

/** A barcode as read at the receiving station. */
export type ReadCode =
  | { kind: 'mac'; mac: string }
  | { kind: 'serial'; serial: string }
  | { kind: 'product' }
  | { kind: 'neither' }

const MAC_NAME = /^MAC\s*(?:ID|address)?\s*[:#]?\s*/i
const SERIAL_NAME = /^(?:S\/?N|Serial(?: number)?)\s*[:#]\s*/i
/** Printable, within the stored length. */
const SERIAL = /^[\x21-\x7e][\x20-\x7e]{2,62}[\x21-\x7e]$/
/** Contains a letter that no MAC address has, or only digits. Anything else may be a misread MAC address. */
const NO_MAC = /[G-Z]|^[0-9]+$/i

/** Six pairs as in a MAC address, of which some may be mistyped. */
const SIX_PAIRS = /^(?:[0-9A-Z]{2}[:-]){5}[0-9A-Z]{2}$/i

/**
 * Twelve to fourteen digits whose last one is the check digit of a UPC-A, EAN-13 or GTIN-14: counted from it, three times those at even
 * places plus the others is a multiple of ten.
 */
function isProductCode(text: string): boolean {
  if (!/^[0-9]{12,14}$/.test(text)) return false
  const sum = [...text]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/**
 * The MAC address or serial number in a barcode; labels may name them, as in "S/N: 3146018". A product code, which all boxes of a product
 * share, could be a MAC address as well: it counts as one if a known vendor has such addresses. A serial number like it has to be named.
 */
export function readCode(value: string): ReadCode {
  const text = value.trim()
  if (isProductCode(text) && Number(text) !== 0 && !vendorOfMac(text)) return { kind: 'product' }
  const address = text.replace(MAC_NAME, '')
  const mac = formatDeviceMac(address)
  if (mac) return { kind: 'mac', mac }
  if (SIX_PAIRS.test(address)) return { kind: 'neither' }
  const serial = text.replace(SERIAL_NAME, '')
  const named = serial !== text
  return SERIAL.test(serial) && !isMac(serial) && (named || NO_MAC.test(serial))
    ? { kind: 'serial', serial }
    : { kind: 'neither' }
}
