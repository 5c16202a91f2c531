import { z } from 'zod'

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Whether a text is an IP address, or a network as 192.0.2.0/24. */
export function isNetwork(text: string): boolean {
  return network.safeParse(text).success
}
