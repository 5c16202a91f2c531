import type { IncomingMessage } from 'node:http'
import { clientAddress, type IsTrusted } from './client-address'
import { serverEnv } from './server-env'

/** Read once: reading the environment takes longer than answering a switch. */
let isTrusted: IsTrusted | undefined

/** The address that a request comes from, behind the proxies of TRUSTED_PROXIES. */
export function callerAddress({ socket, headers }: IncomingMessage): string {
  isTrusted ??= serverEnv().TRUSTED_PROXIES
  return clientAddress(socket.remoteAddress, headers['x-forwarded-for'], isTrusted)
}
