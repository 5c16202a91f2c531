import type { IncomingMessage, ServerResponse } from 'node:http'
import { requireMethod } from '../api/failure'
import { originOf } from '../api/origin'
import { readText } from '../api/request-body'
import { failureAnswer } from '../api/text-answer'
import { requestAddress } from '../server/request-address'
import { requireAdminClient } from '../supabase/admin-client'
import { requireVault } from '../vault/server-vault'
import { MAX_QUESTION_BYTES } from './request'
import { answerSwitch } from './serve'
import { switchStore } from './store'
import type { SwitchStore } from './switch-store'

export const SWITCH_PATH = '/api/switch/xml'

/** Caches for switches. Global, because Next.js bundles server startup and routes separately, so they share no module variables. */
const shared = globalThis as { trunklineSwitches?: SwitchStore }

/**
 * POST /api/switch/xml: requests of FreeSWITCH's mod_xml_curl, authenticated with HTTP Basic by the switch's name and secret
 * instead of a session. Answers like answerSwitch; 405 for another method, 413 above 512 KiB, 503 without a service key. After a
 * 500, FreeSWITCH falls back to its own files.
 */
export async function answerPost(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { status, contentType, headers, body } = await answerOf(req)
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
    requireMethod(req, 'POST')
    const store = storeOf()
    return await answerSwitch(
      {
        authorization: req.headers.authorization,
        address: requestAddress(req),
        site: originOf(req),
        body: await readText(req, MAX_QUESTION_BYTES),
      },
      store,
    )
  } catch (error) {
    return failureAnswer(error)
  }
}

/** Throws ApiFailure 503 without a service key. */
export function storeOf(): SwitchStore {
  if (shared.trunklineSwitches) return shared.trunklineSwitches
  const supabase = requireAdminClient('Switches cannot be answered')
  shared.trunklineSwitches = switchStore(supabase, requireVault)
  return shared.trunklineSwitches
}
