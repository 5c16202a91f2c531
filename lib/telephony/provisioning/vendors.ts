import { formatMac } from '@/lib/validation/mac'

/** Makers whose phones fetch a configuration file from this server. */
export const PROVISIONED_VENDORS = ['Yealink', 'Polycom', 'Grandstream', 'Snom'] as const
export type ProvisionedVendor = (typeof PROVISIONED_VENDORS)[number]

// The IEEE's registry of MA-L assignments: the first three octets name the maker of the network card.
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

/** The makers by the first three octets of a MAC address, as six capital digits. */
export const MAKER_PREFIXES: Readonly<Record<string, readonly string[]>> = PREFIXES

/** Every maker that a device may name, those provisioned here first. */
export const VENDORS: readonly string[] = [
  ...PROVISIONED_VENDORS,
  ...Object.keys(PREFIXES).filter((name) => !isProvisionedVendor(name)),
]

/** The maker by the first half of a MAC address in any spelling; undefined when it is not in the table. */
export function vendorOfMac(mac: string): string | undefined {
  const digits = formatMac(mac, '')
  return digits && VENDOR_OF_PREFIX.get(digits.slice(0, 6))
}

/** Why a phone of this maker gets no configuration file here and what to do; undefined when it gets one. */
export function noFileText(vendor: string): string | undefined {
  if (isProvisionedVendor(vendor)) return undefined
  return vendor === ''
    ? 'A phone without a vendor gets no configuration file.'
    : `There is no configuration file for ${vendor} phones. Set this one up by hand.`
}

/** Whether this server can write the configuration file of the maker's phones. */
export function isProvisionedVendor(vendor: string): vendor is ProvisionedVendor {
  return (PROVISIONED_VENDORS as readonly string[]).includes(vendor)
}
