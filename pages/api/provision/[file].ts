import type { NextApiHandler } from 'next'
import { originOf } from '@/lib/api/origin'
import { serveFile } from '@/lib/provisioning/serve-file'
import { provisioningStore } from '@/lib/provisioning/store'
import { requestAddress } from '@/lib/request-address'
import { adminClient } from '@/lib/supabase/admin-client'
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
      },
      provisioningStore(supabase, vault),
    )
    for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value)
    res.status(answer.status).setHeader('Content-Type', answer.contentType).send(answer.body)
  } catch (error) {
    console.error('A configuration file could not be served:', error)
    res.status(500).send('Something went wrong.\n')
  }
}

export default provision
