import type { NextApiRequest, NextApiResponse } from 'next'
import { answerFailure } from '@/lib/api/answer-failure'
import { ApiFailure } from '@/lib/api/failure'
import { readText } from '@/lib/api/request-body'
import { createIngestQueue } from '@/lib/cdr/ingest-queue'
import { requireSwitch } from '@/lib/cdr/ingest-secret'
import { deliveredRecords, MAX_RECORD_BYTES } from '@/lib/cdr/post-body'
import { type IngestEntry, ingestEntry, storeEntries } from '@/lib/cdr/store-records'
import { requireAdminClient } from '@/lib/supabase/admin-client'

export const config = { api: { bodyParser: false } }

const ingest = createIngestQueue<IngestEntry>((entries) =>
  storeEntries(requireAdminClient('Call records cannot be stored'), entries),
)

/**
 * POST /api/cdr: CDRs from FreeSWITCH's mod_json_cdr, one or many per request, in any of its encodings. The sender uses either a
 * switch's own name and secret, which stores only calls of tenants it serves, or the ingest secret (CDR_INGEST_SECRET). Answers 200
 * {stored, duplicates, rejected} once everything is committed: a CDR that cannot be stored is kept as rejected and counted, so that
 * the switch does not resend it forever. 401 without a secret, 413 above 16 MiB, 503 if not all of it could be stored: deliver again.
 */
export default async function receive(req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  try {
    const asking = await requireSwitch(req, 'POST')
    const delivered = deliveredRecords(await readText(req, MAX_RECORD_BYTES))
    const entries = delivered.map((record) => ({ ...ingestEntry(record), switch: asking?.id }))
    const outcomes = await ingest(entries)
    if (outcomes.some(({ outcome }) => outcome === 'busy'))
      throw new ApiFailure(503, 'A record’s tenant is being deleted. Send it again.')
    const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length
    res.json({ stored: count('stored'), duplicates: count('duplicate'), rejected: count('rejected') })
  } catch (error) {
    answerFailure(req, res, error, 'The records could not be stored. Send them again.')
  }
}
