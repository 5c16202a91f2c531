/** Where a switch's profile listens for TLS: the next port, as SIP's own are 5060 and 5061. */
export const tlsPort = (port: number) => port + 1
