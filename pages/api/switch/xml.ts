import type { NextApiRequest, NextApiResponse } from 'next'
import { ApiFailure } from '@/lib/api/failure'
import { originOf } from '@/lib/api/origin'
import { readText } from '@/lib/api/request-body'
import { clientAddress, type IsTrusted } from '@/lib/client-address'
import { serverEnv } from '@/lib/server-env'
import { adminClient } from '@/lib/supabase/admin-client'
import { answerSwitch, type SwitchStore } from '@/lib/switch/serve'
import { switchStore } from '@/lib/switch/store'

export const config = { api: { bodyParser: false } }

/** A channel with hundreds of variables sends some 20 kB. */
const MAX_BYTES = 512 * 1024

let store: SwitchStore | undefined
/** Read once: reading the environment takes longer than an answer. */
let isTrusted: IsTrusted | undefined

/**
 * POST /api/switch/xml: what FreeSWITCH's mod_xml_curl asks, with HTTP Basic by the switch's name and secret instead of a session.
 * Answers as answerSwitch; 405 for another method, 413 above 512 KiB, 503 without a service key. A failure is 500, upon which
 * FreeSWITCH goes on with its own files.
 */
export default async function answer(req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  try {
    if (req.method !== 'POST') {
      res.setHeader('Allow', 'POST')
      throw new ApiFailure(405, 'Use POST.')
    }
    const supabase = adminClient()
    if (!supabase) throw new ApiFailure(503, 'Switches cannot be answered: this server has no service key.')
    store ??= switchStore(supabase)
    isTrusted ??= serverEnv().TRUSTED_PROXIES
    const answered = await answerSwitch(
      {
        authorization: req.headers.authorization,
        address: clientAddress(req.socket.remoteAddress, req.headers['x-forwarded-for'], isTrusted),
        site: originOf(req),
        body: await readText(req, MAX_BYTES),
      },
      store,
    )
    for (const [name, value] of Object.entries(answered.headers)) res.setHeader(name, value)
    res.status(answered.status).setHeader('Content-Type', answered.contentType).send(answered.body)
  } catch (error) {
    if (!(error instanceof ApiFailure)) console.error('A switch could not be answered:', error)
    const failure = error instanceof ApiFailure ? error : new ApiFailure(500, 'Something went wrong.')
    res
      .status(failure.status)
      .setHeader('Content-Type', 'text/plain; charset=utf-8')
      .send(`${failure.message}\n`)
  }
}
