import { BlockList, isIP } from 'node:net'

/** Whether a proxy at this address is trusted to report whom it forwards for. */
export type IsTrusted = (address: string) => boolean

/**
 * Reads TRUSTED_PROXIES: IP addresses and ranges (CIDR, RFC 4632), separated by commas. Throws a RangeError that names the entry
 * that is neither.
 */
export function trustedProxies(list: string): IsTrusted {
  const proxies = new BlockList()
  for (const entry of list.split(',').map((each) => each.trim())) {
    if (entry === '') continue
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    const bits = Number(prefix ?? most)
    if (version === 0 || bits > most) {
      throw new RangeError(`${entry} is not an IP address or range`)
    }
    proxies.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Client address of a request: the last of the addresses it came through that is not a trusted proxy. Each proxy appends the
 * address of its peer to X-Forwarded-For, so entries left of an untrusted one can be forged and are ignored.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  isTrusted: IsTrusted,
): string {
  const hops = [forwardedFor ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((hop) => plain(hop.trim()))
  let address = plain(peer ?? '')
  while (isTrusted(address)) {
    const before = hops.pop() ?? ''
    if (isIP(before) === 0) return address
    address = before
  }
  return address
}

/** Converts an IPv4 address that a dual-stack socket shows as IPv6 (RFC 4291, section 2.5.5.2) back to IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/**
 * What an address counts as where attempts are limited: of IPv6 the /64, all of whose addresses one client may use in turn (RFC 6177).
 * private.network_of finds the same networks in the database, but writes them in another way.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [before = '', after] = (address.split('%')[0] ?? '').split('::')
  const groupsOf = (text = '') => (text === '' ? [] : text.split(':'))
  const [first, last] = [groupsOf(before), groupsOf(after)]
  // An IPv4 address at the end stands for two groups.
  const left = 8 - first.length - last.length - (address.includes('.') ? 1 : 0)
  const groups = [...first, ...(after === undefined ? [] : Array<string>(left).fill('0')), ...last]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
