import { createClient } from '@supabase/supabase-js'
import { beforeEach, expect, test } from 'vitest'
import { JOBS } from '@/lib/jobs/jobs'
import { standInServer } from '@/tests/support/stand-in-server'

/** A database in which there is always more to do, and whose server is told to stop while it does the first of it. */
const DUE: Readonly<Record<string, unknown>> = {
  expired_call_recordings: ['tenant/call.wav'],
  expired_messages: [{ bucket: 'voicemail', path: 'tenant/message.wav' }],
  claim_checks: ['first', 'second'],
}
let stopping: AbortController
let asked: string[]
const api = standInServer((request, response) => {
  const question = String(request.url?.split('/').at(-1))
  asked.push(question)
  if (!(question in DUE)) stopping.abort()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(DUE[question] ?? null))
})

beforeEach(() => {
  stopping = new AbortController()
  asked = []
})

test.each([
  ['delete old call recordings', ['expired_call_recordings', 'call-recordings']],
  ['delete old voicemail and faxes', ['expired_messages', 'voicemail']],
  ['check changed tenants', ['claim_checks', 'tenant_snapshot']],
])('the job to %s takes on nothing more once the server stops', async (name, questions) => {
  const job = JOBS.find((one) => one.name === name)
  await job?.run(createClient(api(), 'service'), stopping.signal)
  expect(asked).toEqual(questions)
})
