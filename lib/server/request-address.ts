import type { IncomingMessage } from 'node:http'
import { clientAddress, type IsTrusted } from './client-address'
import { serverEnv } from './server-env'

/** Cached, because reading the environment takes longer than answering a switch. */
let isTrusted: IsTrusted | undefined

/** Client address of a request, taking the proxies in TRUSTED_PROXIES into account. */
export function requestAddress({ socket, headers }: IncomingMessage): string {
  isTrusted ??= serverEnv().TRUSTED_PROXIES
  return clientAddress(socket.remoteAddress, headers['x-forwarded-for'], isTrusted)
}
