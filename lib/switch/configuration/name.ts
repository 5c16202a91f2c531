/** `8000@acme.example`: what a switch for several tenants calls the queue, conference room or park lot with a number. */
export const nameInSwitch = (number: string, domain: string) => `${number}@${domain}`

/** The domain in such a name; undefined for an invalid name. */
export function domainOfName(name: string): string | undefined {
  return /^[0-9]+@([^@]+)$/.exec(name)?.[1]
}
