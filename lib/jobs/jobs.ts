import type { SupabaseClient } from '@supabase/supabase-js'
import { groupBy } from 'es-toolkit/array'
import { HOUR_MS, MINUTE_MS } from '../dates/calendar'
import { PORT_LETTERS_BUCKET } from '../numbers/port-letters'
import { CALL_RECORDINGS_BUCKET, RECORDINGS_BUCKET } from '../recordings/object-path'
import { jsonOf, typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { lastChange, statusAt } from '../telephony/agent-hours'
import { CALL_FLOW_PAUSE_MS } from '../telephony/call-flow'
import type { AgentStatus } from '../telephony/next-agent'
import type { RoutingTimeCondition } from '../telephony/tenant-routing'
import { makeSecrets } from '../vault/seal-secrets'
import { serverVault } from '../vault/server-vault'
import { checkTenants } from './check-tenants'
import { type Claims, OTHER_MAILS, sendMails, URGENT_MAILS } from './send-mails'

/** Work the server does without a request: everything that is due, and nothing when nothing is, so several servers may run it. */
export interface Job {
  name: string
  everyMs: number
  /**
   * Throws when the database or Storage fails; the work stays due. Once `stopping` is aborted, it starts no more long work.
   */
  run: (admin: SupabaseClient<Database>, stopping: AbortSignal) => Promise<void>
}

/** Interval between checks for agents to sign in or out, in milliseconds. */
const AGENT_PAUSE_MS = 5000
/** Interval between checks for tenants that are due, in milliseconds. */
const CHECK_PAUSE_MS = 2000
/** Interval between checks for mails to send, in milliseconds; short because of 911 notifications. */
const MAIL_PAUSE_MS = 1000

/** All scheduled work; it runs whether or not anyone has a page open. */
export const JOBS: readonly Job[] = [
  { name: 'switch call flows back', everyMs: CALL_FLOW_PAUSE_MS, run: asking('revert_due_call_flows') },
  { name: 'sign agents in and out', everyMs: AGENT_PAUSE_MS, run: applyAgentSchedules },
  { name: 'send 911 notifications', everyMs: MAIL_PAUSE_MS, run: sendingMails(URGENT_MAILS) },
  { name: 'send mails', everyMs: MAIL_PAUSE_MS, run: sendingMails(OTHER_MAILS) },
  { name: 'check changed tenants', everyMs: CHECK_PAUSE_MS, run: checkTenants },
  { name: 'generate passwords for new records', everyMs: MINUTE_MS, run: makeNewSecrets },
  { name: 'create the next month of calls', everyMs: HOUR_MS, run: asking('create_next_cdr_partitions') },
  { name: 'delete old call recordings', everyMs: HOUR_MS, run: removeOldCallRecordings },
  { name: 'delete old voicemail and faxes', everyMs: HOUR_MS, run: removeOldMessages },
  { name: 'delete unused recording files', everyMs: HOUR_MS, run: removeUnusedRecordingFiles },
  { name: 'delete unused letters', everyMs: HOUR_MS, run: removeUnusedLetters },
  { name: 'delete old provisioning requests', everyMs: HOUR_MS, run: asking('delete_old_provisioning_log') },
  {
    name: 'delete old call records of unknown tenants',
    everyMs: HOUR_MS,
    run: asking('delete_old_rejected_records'),
  },
  { name: 'delete old mails', everyMs: HOUR_MS, run: asking('delete_old_mails') },
  { name: 'delete old waits in queues', everyMs: HOUR_MS, run: asking('delete_old_queue_waits') },
  { name: 'make aged numbers available', everyMs: HOUR_MS, run: endNumberAging },
  { name: 'delete secrets of deleted records', everyMs: HOUR_MS, run: asking('delete_old_dropped_secrets') },
  { name: 'delete unused destinations', everyMs: HOUR_MS, run: asking('delete_unused_destinations') },
]

type Admin = SupabaseClient<Database>

function asking(
  work:
    | 'revert_due_call_flows'
    | 'create_next_cdr_partitions'
    | 'delete_old_provisioning_log'
    | 'delete_old_rejected_records'
    | 'delete_old_mails'
    | 'delete_old_queue_waits'
    | 'delete_old_dropped_secrets'
    | 'delete_unused_destinations',
) {
  return async (admin: Admin) => void (await admin.rpc(work).throwOnError())
}

function sendingMails(claims: Claims) {
  return (admin: Admin, stopping: AbortSignal) => sendMails(admin, claims, stopping)
}

async function makeNewSecrets(admin: Admin): Promise<void> {
  const vault = serverVault()
  if (vault) await makeSecrets(admin, vault)
}

async function removeFiles(admin: Admin, bucket: string, paths: string[]): Promise<void> {
  if (paths.length === 0) return
  const { error } = await admin.storage.from(bucket).remove(paths)
  if (error) throw error
}

async function endNumberAging(admin: Admin, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const { data: ended } = await admin.rpc('end_number_aging').throwOnError()
    if (ended === 0) return
  }
}

async function removeOldCallRecordings(admin: Admin, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const { data: paths } = await admin.rpc('expired_call_recordings').throwOnError()
    if (paths.length === 0) return
    await removeFiles(admin, CALL_RECORDINGS_BUCKET, paths)
  }
}

async function removeOldMessages(admin: Admin, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const { data: files } = await admin.rpc('expired_messages').throwOnError()
    if (files.length === 0) return
    for (const [bucket, some] of Object.entries(groupBy(files, (file) => file.bucket))) {
      const paths = some.map(({ path }) => path)
      await removeFiles(admin, bucket, paths)
    }
  }
}

async function removeUnusedRecordingFiles(admin: Admin): Promise<void> {
  const { data: paths } = await admin.rpc('unused_recording_paths').throwOnError()
  await removeFiles(admin, RECORDINGS_BUCKET, paths)
}

async function removeUnusedLetters(admin: Admin): Promise<void> {
  const { data: paths } = await admin.rpc('unused_letter_paths').throwOnError()
  await removeFiles(admin, PORT_LETTERS_BUCKET, paths)
}

interface ScheduledAgents {
  hours: RoutingTimeCondition
  agents: {
    id: string
    status: AgentStatus
    /** ISO 8601, at the database's full precision. */
    set_at: string
  }[]
}

/**
 * Signs queue agents in and out when their hours start or end. Calls do not depend on it: the routing engine knows the hours too.
 * An agent whose hours cannot be read, as their zone is newer than this server's data, does not hold up the others.
 */
export async function applyAgentSchedules(admin: SupabaseClient<Database>): Promise<void> {
  const { data } = await admin.rpc('scheduled_agents').throwOnError()
  const now = Date.now()
  const due: ScheduledAgents['agents'] = []
  const failures: unknown[] = []
  for (const { hours, agents } of typed<ScheduledAgents[]>(data)) {
    try {
      const earliest = Math.min(...agents.map(({ set_at }) => Date.parse(set_at)))
      const changed = lastChange(hours, earliest, now)
      for (const { id, status, set_at } of changed ? agents : []) {
        const scheduled = statusAt({ status, setAt: Date.parse(set_at) }, hours, now, changed)
        if (scheduled !== status) due.push({ id, status: scheduled, set_at })
      }
    } catch (error) {
      failures.push(error)
    }
  }
  if (due.length > 0) await admin.rpc('apply_agent_schedules', { agents: jsonOf(due) }).throwOnError()
  if (failures.length > 0) throw new AggregateError(failures, 'Some agents have hours that cannot be read.')
}
