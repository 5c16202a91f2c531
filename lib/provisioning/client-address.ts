import { BlockList, isIP } from 'node:net'

const PRIVATE = new BlockList()
PRIVATE.addSubnet('127.0.0.0', 8)
PRIVATE.addSubnet('10.0.0.0', 8)
PRIVATE.addSubnet('172.16.0.0', 12)
PRIVATE.addSubnet('192.168.0.0', 16)
PRIVATE.addSubnet('::1', 128, 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')

/**
 * The client address of a request. A peer in our own network is a proxy, trusted for the one hop it saw itself: the last entry of
 * X-Forwarded-For. The header is ignored from outside peers.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | string[] | undefined): string {
  const own = plain(peer ?? '')
  if (!isPrivate(own)) return own
  const hops = [forwardedFor ?? []].flat().join(',').split(',')
  const last = plain(hops.at(-1)?.trim() ?? '')
  return isIP(last) ? last : own
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function isPrivate(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
