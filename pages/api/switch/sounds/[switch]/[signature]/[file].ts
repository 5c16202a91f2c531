import type { NextApiRequest, NextApiResponse } from 'next'
import { answerFailure } from '@/lib/api/answer-failure'
import { ApiFailure, requireMethod } from '@/lib/api/failure'
import { readBytes } from '@/lib/api/request-body'
import { MAX_FILE_BYTES } from '@/lib/recordings/audio'
import { requireAdminClient } from '@/lib/supabase/admin-client'
import { soundOfFile } from '@/lib/switch/sound-url'
import { heardFile, storeGreeting, wavOf } from '@/lib/switch/sounds'

export const config = { api: { bodyParser: false } }

/**
 * GET, HEAD or PUT /api/switch/sounds/{switch}/{signature}/{file}, at a URL signed for the switch (soundUrl), as mod_httapi
 * fetches and uploads audio. GET returns a tenant's recording as WAV, which never changes; PUT stores what an extension has
 * recorded, WAV of at most 10 MB judged by its content, and answers 200 {recording}. 404 unless the URL is signed by an enabled switch that
 * serves the tenant, 413 if too large, 422 if not WAV, 503 if it could not be stored.
 */
export default async function sound(req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  try {
    const supabase = requireAdminClient('Switches cannot be answered')
    const [name, signature, file] = ['switch', 'signature', 'file'].map((part) => String(req.query[part]))
    const asked = soundOfFile(file ?? '')
    requireMethod(req, ...(asked?.does === 'record' ? ['PUT'] : ['GET', 'HEAD']))
    const signed = { name: name ?? '', signature: signature ?? '' }
    if (asked?.does === 'record') {
      const recording = await storeGreeting(supabase, signed, asked, () => readBytes(req, MAX_FILE_BYTES))
      res.json({ recording })
      return
    }
    const found = asked && (await heardFile(supabase, signed, asked))
    if (!found) throw new ApiFailure(404, 'Sound not found.')
    const bytes = req.method === 'HEAD' ? undefined : await wavOf(supabase, found)
    res.setHeader('Cache-Control', 'private, max-age=31536000, immutable')
    res.setHeader('ETag', `"${asked.fileId}"`)
    res.setHeader('Content-Type', 'audio/wav')
    // The agent deletes from mod_httapi's cache what is shorter. HEAD, by which mod_httapi asks before it fetches, decodes no file for it.
    if (bytes) res.setHeader('Content-Length', bytes.length).write(bytes)
    res.status(200).end()
  } catch (error) {
    answerFailure(req, res, error, 'This did not work. Try again later.')
  }
}
