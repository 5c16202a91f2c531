import type { IncomingMessage } from 'node:http'
import { publicEnv } from '../env'

/** The app's base URL without a trailing slash: the configured one, otherwise the one requested. */
export function originOf({ headers }: IncomingMessage): string {
  const { siteUrl } = publicEnv()
  const protocol = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return new URL(siteUrl ?? `${protocol}://${headers.host}`).origin
}
