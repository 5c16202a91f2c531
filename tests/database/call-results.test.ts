import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { ingestEntry, storeEntries } from '@/lib/cdr/store-records'
import type { Reasons } from '@/lib/telephony/routing/reason'
import { zoneAtNoon } from '../support/business-zone'
import { type Caller, callerOf, serviceClient } from '../support/clients'
import { query } from '../support/database'
import { newAgent, newRingGroup } from '../support/factories/call-groups'
import { newCallRecording } from '../support/factories/cdr'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { type SwitchCall, switchRecord } from '../support/switch-record'

let admin: Caller
let tenant: { id: string; domain: string }
let group: { id: string }
beforeAll(async () => {
  admin = await callerOf('admin')
})
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant({ time_zone: zoneAtNoon() }))
  const of = { tenant_id: tenant.id }
  group = await insertRow(
    'ring_groups',
    await newRingGroup({ ...of, missed_call_email: 'sales@customer.example' }),
  )
  const extension = await insertRow('extensions', await newExtension({ ...of, extension: '1001' }))
  await insertRow('call_center_agents', await newAgent({ ...of, extension_id: extension.id }))
})

/** Delivers an inbound call that the switch answers at once, and whose path ends so. */
async function deliver(why: keyof Reasons, call: SwitchCall = {}): Promise<void> {
  const record = { table: 'ring_groups', id: group.id, label: '6000 Sales' }
  const reason = { why, record, strategy: 'simultaneous', phones: 1, seconds: 30, agents: 1, email: null }
  const start = Date.now() - 120_000
  const variables = { trunkline_path: JSON.stringify([{ at: start, reason }]) }
  const { domain } = tenant
  const body = JSON.stringify(
    switchRecord({
      domain,
      direction: 'inbound',
      start,
      ringSeconds: 0,
      talkSeconds: 30,
      variables,
      ...call,
    }),
  )
  await storeEntries(
    serviceClient(),
    deliveredRecords(body).map((one) => ingestEntry(one)),
  )
}

/** What the tenant's lists, figures, reports and mails say. */
async function told() {
  const rows = await query<object>(
    `select status, ring_seconds, talk_seconds, answer_at is not null as taken, extension from public.cdr
     where tenant_id = $1 order by start_at`,
    [tenant.id],
  )
  const mails = await query('select id from public.mails where tenant_id = $1', [tenant.id])
  const [agent] = (await admin.client.rpc('call_center_figures', { tenant: tenant.id }).throwOnError()).data
  const report = (await admin.client.rpc('report_calls').throwOnError()).data as unknown as {
    tenants: { id: string; calls: number; answered: number; talk_seconds: number }[]
  }
  const reported = report.tenants.find(({ id }) => id === tenant.id)
  return {
    rows,
    mails: mails.length,
    agent: [agent?.calls_answered, agent?.talk_time],
    reported: [reported?.calls, reported?.answered, reported?.talk_seconds],
  }
}

test.each(['group rings', 'queue waits', 'extension rings', 'menu asks'] as const)(
  'a caller who hangs up before anybody is connected is missed everywhere: %s',
  async (why) => {
    await deliver(why)
    expect(await told()).toEqual({
      rows: [{ status: 'missed', ring_seconds: 30, talk_seconds: 0, taken: false, extension: '1001' }],
      mails: why === 'group rings' ? 1 : 0,
      agent: [0, 0],
      reported: [1, 0, 0],
    })
  },
)

test('a recording that arrives before its call is named by the call', async () => {
  const uuid = randomUUID()
  const recording = await insertRow(
    'call_recordings',
    await newCallRecording({ id: uuid, tenant_id: tenant.id }),
  )
  await deliver('queue waits', { uuid, connectedAfter: 10 })
  expect(await query('select id, recording_path from public.cdr where tenant_id = $1', [tenant.id])).toEqual([
    { id: uuid, recording_path: recording.path },
  ])
})

test('a caller who is connected after 10 seconds has talked for 20 everywhere', async () => {
  await deliver('group rings', { connectedAfter: 10 })
  expect(await told()).toEqual({
    rows: [{ status: 'answered', ring_seconds: 10, talk_seconds: 20, taken: true, extension: '1001' }],
    mails: 0,
    agent: [1, 20],
    reported: [1, 1, 20],
  })
})

test('a message in a mailbox is no call that an agent has answered', async () => {
  await deliver('message left')
  expect(await told()).toMatchObject({
    rows: [{ status: 'voicemail', ring_seconds: 0, talk_seconds: 30, taken: true }],
    agent: [0, 0],
    reported: [1, 0, 30],
  })
})
