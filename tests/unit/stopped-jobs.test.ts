import { createClient } from '@supabase/supabase-js'
import { beforeEach, expect, test } from 'vitest'
import { JOBS } from '@/lib/jobs/jobs'
import { standInServer } from '@/tests/support/stand-in-server'

/** A database in which there is always more to do, and whose server is told to stop while it does the first of it. */
const DUE: Readonly<Record<string, unknown>> = {
  expired_call_recordings: ['tenant/call.wav'],
  expired_messages: [{ bucket: 'voicemail', path: 'tenant/message.wav' }],
  claim_checks: ['first', 'second'],
  unused_recording_paths: ['tenant/greeting.wav'],
  unused_letter_paths: ['tenant/letter.pdf'],
  scheduled_agents: [],
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

async function run(name: string): Promise<void> {
  const job = JOBS.find((one) => one.name === name)
  await job?.run(createClient(api(), 'service'), stopping.signal)
}

test.each([
  ['delete old call recordings', ['expired_call_recordings', 'call-recordings']],
  ['delete old voicemail and faxes', ['expired_messages', 'voicemail']],
  ['check changed tenants', ['claim_checks', 'tenant_snapshot']],
])('the job to %s takes on nothing more once the server stops', async (name, questions) => {
  await run(name)
  expect(asked).toEqual(questions)
})

test.each([
  ['switch call flows back', ['revert_due_call_flows']],
  ['sign agents in and out', ['scheduled_agents']],
  ['create the next month of calls', ['create_next_cdr_partitions']],
  ['delete unused recording files', ['unused_recording_paths', 'recordings']],
  ['delete unused letters', ['unused_letter_paths', 'port-letters']],
  ['delete old provisioning requests', ['delete_old_provisioning_log']],
  ['delete old call records of unknown tenants', ['delete_old_rejected_records']],
  ['delete old mails', ['delete_old_mails']],
  ['delete old waits in queues', ['delete_old_queue_waits']],
  ['make aged numbers available', ['end_number_aging']],
  ['delete secrets of deleted records', ['delete_old_dropped_secrets']],
  ['delete unused destinations', ['delete_unused_destinations']],
])('the job to %s does that and nothing else', async (name, questions) => {
  await run(name)
  expect(asked).toEqual(questions)
})
