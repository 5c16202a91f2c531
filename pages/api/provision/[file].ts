import type { NextApiHandler, NextApiResponse } from 'next'
import { originOf } from '@/lib/api/origin'
import { failureAnswer, type TextAnswer } from '@/lib/api/text-answer'
import { requestAddress } from '@/lib/server/request-address'
import { adminClient } from '@/lib/supabase/admin-client'
import { serveFile } from '@/lib/telephony/provisioning/server/serve-file'
import { provisioningStore } from '@/lib/telephony/provisioning/server/store'
import { serverVault } from '@/lib/vault/server-vault'

/** GET /provision/{file}: a phone's configuration file, with HTTP Basic authentication instead of a session. */
const provision: NextApiHandler = async (req, res) => {
  res.setHeader('Cache-Control', 'private, no-store')
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.setHeader('Allow', 'GET, HEAD')
    return res.status(405).end()
  }
  const supabase = adminClient()
  const vault = serverVault()
  if (!supabase || !vault) return res.status(503).send('Provisioning is not set up on this server.\n')
  try {
    const answer = await serveFile(
      {
        file: String(req.query.file),
        authorization: req.headers.authorization,
        address: requestAddress(req),
        agent: req.headers['user-agent'] ?? '',
        origin: originOf(req),
        headersOnly: req.method === 'HEAD',
      },
      provisioningStore(supabase, vault),
    )
    send(res, answer)
  } catch (error) {
    send(res, failureAnswer(error))
  }
}

function send(res: NextApiResponse, { status, contentType, headers, body }: TextAnswer): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.status(status).setHeader('Content-Type', contentType).send(body)
}

export default provision
