import type { NextApiRequest, NextApiResponse } from 'next'
import { z } from 'zod'
import { answerFailure } from '@/lib/api/answer-failure'
import { ApiFailure } from '@/lib/api/failure'
import { readBytes } from '@/lib/api/request-body'
import { requireSwitch } from '@/lib/cdr/ingest-secret'
import { callId } from '@/lib/cdr/parse-record'
import {
  inspectCallRecording,
  MAX_CALL_RECORDING_BYTES,
  storeRecording,
  tenantOfCall,
} from '@/lib/cdr/store-recording'
import { requireAdminClient } from '@/lib/supabase/admin-client'
import { TENANTS } from '@/lib/supabase/constraints'

export const config = { api: { bodyParser: false } }

const asked = z.object({
  call: z
    .string()
    .max(140)
    .transform((name) => name.replace(/\.(?:wav|mp3)$/i, ''))
    .pipe(z.string().min(1)),
  // A NUL cannot be asked of the database.
  domain: z
    .string()
    .max(TENANTS.domain.maxLength)
    .regex(/^[^\0]*$/)
    .optional(),
})

/**
 * PUT /api/cdr/recordings/{call uuid}[.wav|.mp3][?domain=…]: a call recording as the body, WAV or MP3 of at most 64 MiB, sent with
 * a switch's name and secret or the ingest secret. Answers 200 {format, durationMs}; a second delivery replaces the first. 404
 * while the call's CDR has not arrived and `domain` names no tenant, 413 if too large, 422 if the body is not audio or larger
 * than Storage takes, 503 if it could not be stored: deliver again.
 */
export default async function receive(req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  try {
    const asking = await requireSwitch(req, 'PUT')
    const admin = requireAdminClient('Call recordings cannot be stored')
    const { data: query } = asked.safeParse(req.query)
    if (!query)
      throw new ApiFailure(400, 'Give the call uuid in the path and at most one domain in the query.')
    const call = callId(query.call)
    const serves = (tenant: string) => !asking || asking.all_tenants || asking.tenant_ids.includes(tenant)
    const tenant = await tenantOfCall(admin, call, query.domain, serves)
    if (!tenant) throw new ApiFailure(404, 'Call not found. Deliver its record first.')
    const bytes = await readBytes(req, MAX_CALL_RECORDING_BYTES)
    const audio = await inspectCallRecording(bytes)
    await storeRecording(admin, { tenant, call, bytes, audio })
    res.json({ format: audio.format, durationMs: audio.durationMs })
  } catch (error) {
    answerFailure(req, res, error, 'The recording could not be stored. Send it again.')
  }
}
