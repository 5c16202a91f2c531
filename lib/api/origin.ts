import type { IncomingMessage } from 'node:http'
import { publicEnv } from '../env'

/** The app's address without a slash at its end: as configured, otherwise the one that was requested. */
export function originOf({ headers }: IncomingMessage): string {
  const { siteUrl } = publicEnv()
  const protocol = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return new URL(siteUrl ?? `${protocol}://${headers.host}`).origin
}
