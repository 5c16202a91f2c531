import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiFailure } from '../api/failure'
import { originOf } from '../api/origin'
import { readText } from '../api/request-body'
import { clientAddress, type IsTrusted } from '../client-address'
import { serverEnv } from '../server-env'
import { adminClient } from '../supabase/admin-client'
import { requireVault } from '../vault/server-vault'
import { answerSwitch, type SwitchStore } from './serve'
import { switchStore } from './store'

export const SWITCH_PATH = '/api/switch/xml'

/** A channel with hundreds of variables sends some 20 kB. */
const MAX_BYTES = 512 * 1024

/** What is known for switches. Next bundles the server's start and its routes apart, so that they share no variables of a module. */
const shared = globalThis as { trunklineSwitches?: SwitchStore }
/** Read once: reading the environment takes longer than an answer. */
let isTrusted: IsTrusted | undefined

/**
 * POST /api/switch/xml: what FreeSWITCH's mod_xml_curl asks, with HTTP Basic by the switch's name and secret instead of a session.
 * Answers as answerSwitch; 405 for another method, 413 above 512 KiB, 503 without a service key. A failure is 500, upon which
 * FreeSWITCH goes on with its own files.
 */
export async function answerPost(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { status, contentType, headers = {}, body } = await answerOf(req)
  res.writeHead(status, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  res.end(body)
}

async function answerOf(req: IncomingMessage) {
  try {
    if (req.method !== 'POST') return refusal(405, 'Use POST.', { Allow: 'POST' })
    const store = storeOf()
    isTrusted ??= serverEnv().TRUSTED_PROXIES
    return await answerSwitch(
      {
        authorization: req.headers.authorization,
        address: clientAddress(req.socket.remoteAddress, req.headers['x-forwarded-for'], isTrusted),
        site: originOf(req),
        body: await readText(req, MAX_BYTES),
      },
      store,
    )
  } catch (error) {
    if (error instanceof ApiFailure) return refusal(error.status, error.message)
    console.error('A switch could not be answered:', error)
    return refusal(500, 'Something went wrong.')
  }
}

/** Throws ApiFailure 503 without a service key. */
export function storeOf(): SwitchStore {
  if (shared.trunklineSwitches) return shared.trunklineSwitches
  const supabase = adminClient()
  if (!supabase) throw new ApiFailure(503, 'Switches cannot be answered: this server has no service key.')
  shared.trunklineSwitches = switchStore(supabase, requireVault)
  return shared.trunklineSwitches
}

function refusal(status: number, message: string, headers?: Record<string, string>) {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${message}\n`, headers }
}
