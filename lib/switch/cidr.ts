/** An IP address or a network as FreeSWITCH reads it: always with a prefix length. */
export function cidrOf(address: string): string {
  if (address.includes('/')) return address
  return `${address}/${address.includes(':') ? 128 : 32}`
}
