import { formatMac } from '@/lib/validation/mac'

/** Vendors whose phones can be provisioned. */
export const PROVISIONED_VENDORS = ['Yealink', 'Polycom', 'Grandstream', 'Snom'] as const
export type ProvisionedVendor = (typeof PROVISIONED_VENDORS)[number]

// IEEE MA-L assignments: the first three octets identify the vendor of the network card.
const PREFIXES: Record<string, readonly string[]> = {
  Yealink: [
    '001565',
    '249AD8',
    '3497D7',
    '44DBD2',
    '644F56',
    '805E0C',
    '805EC0',
    'B061A9',
    'C4FC22',
    'E434D7',
    'EC1DA9',
    'F01653',
  ],
  Polycom: ['0004F2', '00907A', '00E0DB', '482567', '64167F'],
  Grandstream: ['000B82', 'C074AD', 'EC74D7'],
  Snom: ['000413'],
  Fanvil: ['00A859', '0C383E'],
  Cisco: ['000E08', '001873', '0021A0', '002155', '30E4DB', '68EFBD', 'A44C11'],
  AudioCodes: ['00908F'],
  Gigaset: ['7C2F80'],
  Htek: ['001FC1'],
  Mitel: ['00085D', '08000F'],
  Panasonic: ['0080F0'],
}

const VENDOR_OF_PREFIX = new Map(
  Object.entries(PREFIXES).flatMap(([vendor, prefixes]) => prefixes.map((prefix) => [prefix, vendor])),
)

/** Vendors by the first three octets of a MAC address, as six uppercase hex digits. */
export const MAKER_PREFIXES: Readonly<Record<string, readonly string[]>> = PREFIXES

/** All vendors offered for a device, supported ones first. */
export const VENDORS: readonly string[] = [
  ...PROVISIONED_VENDORS,
  ...Object.keys(PREFIXES).filter((name) => !isProvisionedVendor(name)),
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

/** Whether this server can generate files for the vendor's phones. */
export function isProvisionedVendor(vendor: string): vendor is ProvisionedVendor {
  return (PROVISIONED_VENDORS as readonly string[]).includes(vendor)
}
