import { MAKER_PREFIXES } from '../../supabase/phone-rules'
import { formatMac } from '../../validation/mac'

/** Vendors whose phones can be provisioned. */
export const PROVISIONED_VENDORS = ['Yealink', 'Polycom', 'Grandstream', 'Snom'] as const
export type ProvisionedVendor = (typeof PROVISIONED_VENDORS)[number]

const VENDOR_OF_PREFIX = new Map<string, string>(
  Object.entries(MAKER_PREFIXES).flatMap(([vendor, prefixes]) =>
    prefixes.map((prefix) => [prefix, vendor] as const),
  ),
)

/** All vendors offered for a device, supported ones first. */
export const VENDORS: readonly string[] = [
  ...PROVISIONED_VENDORS,
  ...Object.keys(MAKER_PREFIXES).filter((name) => !isProvisionedVendor(name)),
]

/** The vendor by the first half of a MAC address in any format; undefined if unknown. */
export function vendorOfMac(mac: string): string | undefined {
  const digits = formatMac(mac, '')
  return digits && VENDOR_OF_PREFIX.get(digits.slice(0, 6))
}

/** Why phones of this vendor get no configuration file and what to do; undefined if they get one. */
export function noFileText(vendor: string): string | undefined {
  if (isProvisionedVendor(vendor)) return undefined
  return vendor === ''
    ? 'A phone without a vendor gets no configuration file.'
    : `There is no configuration file for ${vendor} phones. Set this one up by hand.`
}

/** The same of a phone that is added by its MAC address, in any format, with the vendor that it tells. */
export function noFileTextOf(mac: string): string | undefined {
  const vendor = vendorOfMac(mac) ?? ''
  const text = noFileText(vendor)
  return vendor === '' ? `${text} Choose its vendor on the tenant’s Devices page.` : text
}

/** Whether this server can generate files for the vendor's phones. */
export function isProvisionedVendor(vendor: string): vendor is ProvisionedVendor {
  return (PROVISIONED_VENDORS as readonly string[]).includes(vendor)
}
