import type { NextApiRequest, NextApiResponse } from 'next'
import { ApiFailure } from '@/lib/api/failure'
import { readText } from '@/lib/api/request-body'
import { createIngestQueue } from '@/lib/cdr/ingest-queue'
import { carriesSecret } from '@/lib/cdr/ingest-secret'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { type IngestEntry, ingestEntry, storeEntries } from '@/lib/cdr/store-records'
import { serverEnv } from '@/lib/server-env'
import { adminClient } from '@/lib/supabase/admin-client'

export const config = { api: { bodyParser: false } }

const MAX_BYTES = 16 * 1024 * 1024
const NOT_SET_UP = new ApiFailure(503, 'The ingestion of call records is not set up on this server.')

const ingest = createIngestQueue<IngestEntry>((entries) => {
  const supabase = adminClient()
  if (!supabase) throw NOT_SET_UP
  return storeEntries(supabase, entries)
})

/**
 * POST /api/cdr: call records of FreeSWITCH's mod_json_cdr, one or many a request, in any of its encodings. The switch
 * shows the ingest secret (CDR_INGEST_SECRET). Answers 200 {stored, duplicates, rejected} once all of them are
 * committed: what cannot be stored is kept aside and counts as rejected, so that the switch does not send it for
 * ever. 401 without the secret, 413 above 16 MiB, 503 when the records could not be kept: deliver them again.
 */
export default async function receive(req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  try {
    checkCaller(req, res)
    const entries = deliveredRecords(await readText(req, MAX_BYTES)).map((record) => ingestEntry(record))
    const outcomes = await ingest(entries)
    const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length
    res.json({ stored: count('stored'), duplicates: count('duplicate'), rejected: count('rejected') })
  } catch (error) {
    if (!(error instanceof ApiFailure)) console.error('POST /api/cdr failed:', error)
    const failure =
      error instanceof ApiFailure
        ? error
        : new ApiFailure(503, 'The records could not be stored. Send them again.')
    res.status(failure.status).json({ message: failure.message })
  }
}

function checkCaller(req: NextApiRequest, res: NextApiResponse): void {
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'POST')
    throw new ApiFailure(405, 'Use POST.')
  }
  const secret = serverEnv().CDR_INGEST_SECRET
  if (!secret) throw NOT_SET_UP
  if (carriesSecret(req.headers.authorization, secret)) return
  res.setHeader('WWW-Authenticate', 'Basic realm="cdr"')
  throw new ApiFailure(401, 'Show the ingest secret: Authorization Bearer, or Basic with it as the password.')
}
