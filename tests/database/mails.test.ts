import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { ingestEntry, storeEntries } from '@/lib/cdr/store-records'
import type { AgentEvent } from '@/lib/switch/agent/agent-event'
import { callerOf, type Client, serviceClient } from '../support/clients'
import { query } from '../support/database'
import { newRingGroup } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newSwitch, newSwitchTenant } from '../support/factories/gateways'
import { newMail } from '../support/factories/mails'
import { newPortalUser } from '../support/factories/people'
import { insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { type SwitchCall, switchRecord } from '../support/switch-record'

let service: Client
let tenant: { id: string; domain: string }
beforeAll(() => {
  service = serviceClient()
})
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant({ time_zone: 'America/Boise' }))
})

const mails = () =>
  query<{ id: string; recipient: string; subject: string; body: string; state: string }>(
    'select id, recipient, subject, body, state from public.mails where tenant_id = $1 order by recipient',
    [tenant.id],
  )
const stateOf = async (id: string) =>
  (
    await query<{ state: string; problem: string | null; seconds: number }>(
      `select state, problem, round(extract(epoch from due_at - updated_at))::int as seconds from public.mails where id = $1`,
      [id],
    )
  )[0]
/** Claims the email like a server that sends what is due. */
const claimed = async (id: string, urgencies = [true, false]) => {
  for (const urgent of urgencies)
    for (;;) {
      const claim = { urgent, how_many: 100, seconds: 60 }
      const { data } = await service.rpc('claim_mails', claim).throwOnError()
      if (data.some((mail) => mail.id === id)) return true
      if (data.length === 0) break
    }
  return false
}
const outcome = (mail: string, problem?: string) =>
  service.rpc('store_mail_outcome', { mail, problem }).throwOnError()

describe('a 911 call', () => {
  let extension: { id: string }
  const notify = (...emails: string[]) =>
    query(
      'insert into public.tenant_settings (id, tenant_id, emergency_notification_emails) values ($1, $1, $2)',
      [tenant.id, emails],
    )
  const said = (channel: string) => ({
    channel,
    extension: extension.id,
    call_back: '+12085550100',
    address: '14 Harbor Lane, Boise, ID 83702, US',
    location: 'Floor 2\nroom 4',
    leaves: true,
  })
  const report = (at: string) => {
    const data = { at: '2026-01-05T16:00:03Z', tenant: tenant.id, ...said(randomUUID()) }
    const entries = [{ sequence: 1, kind: 'emergency', data }]
    return service.rpc('store_switch_events', { switch: at, outbox: randomUUID(), entries }).throwOnError()
  }
  beforeEach(async () => {
    extension = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1001', effective_caller_id_name: 'Anna Berg' }),
    )
  })

  test('is mailed once to each address in the settings, with caller, location and time', async () => {
    await notify('guard@customer.example', 'desk@customer.example')
    const channel = randomUUID()
    for (const one of [channel, channel, randomUUID()])
      await service.rpc('notify_emergency_call', { tenant: tenant.id, data: said(one) }).throwOnError()
    const written = await mails()
    expect(written.map(({ recipient }) => recipient)).toEqual([
      'desk@customer.example',
      'desk@customer.example',
      'guard@customer.example',
      'guard@customer.example',
    ])
    expect(written[0]?.subject).toContain('from extension 1001 Anna Berg')
    expect(written[0]?.body).toContain('Where: Floor 2 room 4\n')
    expect(written[0]?.body).toContain('Address: 14 Harbor Lane, Boise, ID 83702, US\n')
    expect(written[0]?.body).toContain('Number that the dispatcher sees: +12085550100\n')
    expect(written[0]?.body).toMatch(/When: \w+day, .* \(America\/Boise\)/)
  })

  test('is told to a user of the tenant in their own time zone', async () => {
    await notify('Guard@customer.example', 'desk@customer.example', 'gone@customer.example')
    for (const [email, time_zone, enabled] of [
      ['guard@customer.example', 'Europe/Berlin', true],
      ['desk@customer.example', null, true],
      ['gone@customer.example', 'Asia/Tokyo', false],
    ] as const)
      await insertRow(
        'portal_users',
        await newPortalUser({ tenant_id: tenant.id, email, time_zone, enabled }),
      )
    // Somebody else's user with the same address.
    await insertRow(
      'portal_users',
      await newPortalUser({ email: 'desk@customer.example', time_zone: 'Asia/Tokyo' }),
    )
    await service.rpc('notify_emergency_call', { tenant: tenant.id, data: said(randomUUID()) }).throwOnError()
    const zones = (await mails()).map(({ recipient, body }) => [
      recipient,
      /When: .* \((.*)\)/.exec(body)?.[1],
    ])
    expect(Object.fromEntries(zones)).toEqual({
      'Guard@customer.example': 'Europe/Berlin',
      'desk@customer.example': 'America/Boise',
      'gone@customer.example': 'America/Boise',
    })
  })

  test('without a route is reported as one that reaches nobody', async () => {
    await notify('guard@customer.example')
    const refused = { ...said(randomUUID()), leaves: false }
    await service.rpc('notify_emergency_call', { tenant: tenant.id, data: refused }).throwOnError()
    const [mail] = await mails()
    expect(mail?.subject).toContain('911 was dialed in vain')
    expect(mail?.body).toContain('The call reached nobody: no route or gateway could carry it.')
    expect(mail?.body).toContain('Number that the dispatcher sees: none\n')
  })

  test('by a caller from outside, whom a route sends there, is mailed too', async () => {
    await notify('guard@customer.example')
    const outside = { ...said(randomUUID()), extension: null }
    await service.rpc('notify_emergency_call', { tenant: tenant.id, data: outside }).throwOnError()
    const [mail] = await mails()
    expect(mail?.subject).toMatch(/^911 was dialed at .* from an outside caller$/)
    expect(mail?.body).toContain('\nFrom: an outside caller\n')
  })

  test('is mailed by the report of a switch’s agent, with the time it was dialed', async () => {
    await notify('guard@customer.example')
    const { id } = await insertRow('switches', await newSwitch())
    const agentEvent: AgentEvent = {
      kind: 'emergency',
      data: { at: '2026-01-05T16:00:03Z', tenant: tenant.id, ...said(randomUUID()) },
    }
    const entries = [{ sequence: 1, ...agentEvent }]
    for (const outbox of [randomUUID(), randomUUID()])
      await service.rpc('store_switch_events', { switch: id, outbox, entries }).throwOnError()
    const written = await mails()
    expect(written).toHaveLength(1)
    expect(written[0]?.body).toContain('When: Monday, January 5, 2026, 9:00:03 AM (America/Boise)')
  })

  test.each([
    ['that tenant', false],
    ['every tenant', true],
  ])('is mailed late by a switch that served %s, when its phones have moved on', async (_, all_tenants) => {
    await notify('guard@customer.example')
    const { id } = await insertRow('switches', await newSwitch({ all_tenants }))
    if (!all_tenants)
      await insertRow('switch_tenants', await newSwitchTenant({ switch_id: id, tenant_id: tenant.id }))
    await query('delete from public.switch_tenants where switch_id = $1', [id])
    await query('update public.switches set all_tenants = false where id = $1', [id])
    await report(id)
    expect(await mails()).toHaveLength(1)
  })

  test('is not accepted from a switch that never served the tenant', async () => {
    await notify('guard@customer.example')
    const { id } = await insertRow('switches', await newSwitch({ all_tenants: false }))
    await insertRow('switch_tenants', await newSwitchTenant({ switch_id: id }))
    await report(id)
    expect(await mails()).toEqual([])
  })

  test('is not accepted from a switch that served every tenant only before this one was added', async () => {
    const { id } = await insertRow('switches', await newSwitch({ all_tenants: true }))
    await query('update public.switches set all_tenants = false where id = $1', [id])
    tenant = await insertRow('tenants', await newTenant())
    extension = await insertRow('extensions', await newExtension({ tenant_id: tenant.id }))
    await notify('guard@customer.example')
    await report(id)
    expect(await mails()).toEqual([])
  })

  test('is mailed again until it is sent, and is then in the audit trail', async () => {
    const { id } = await insertRow('mails', await newMail({ tenant_id: tenant.id }))
    expect(await claimed(id)).toBe(true)
    expect(await claimed(id)).toBe(false)
    await outcome(id, 'The mail server\r\nis away.')
    expect(await stateOf(id)).toMatchObject({
      state: 'retrying',
      problem: 'The mail server is away.',
      seconds: 5,
    })
    await query('update public.mails set attempts = 5000, due_at = now() where id = $1', [id])
    expect(await claimed(id)).toBe(true)
    await outcome(id, 'Still away.')
    expect(await stateOf(id)).toMatchObject({ state: 'retrying', seconds: 300 })
    const trail = () =>
      query(
        "select actor_email, action from public.audit_log where table_name = 'mails' and record_id = $1",
        [id],
      )
    expect(await trail()).toEqual([])
    await outcome(id)
    expect(await stateOf(id)).toMatchObject({ state: 'sent', problem: null })
    expect(await trail()).toEqual([{ actor_email: 'The server', action: 'send' }])
  })
})

describe('a queued mail', () => {
  test.each([
    ['911 call', 'emergency', true],
    ['missed call', 'missed_call', false],
  ])('about a %s is claimed only by those who ask for that urgency', async (_, kind, urgent) => {
    const { id } = await insertRow('mails', await newMail({ tenant_id: tenant.id, kind }))
    expect(await claimed(id, [!urgent])).toBe(false)
    expect(await claimed(id, [urgent])).toBe(true)
  })

  test('that is not about a 911 call is given up after fifty attempts', async () => {
    const { id } = await insertRow(
      'mails',
      await newMail({ tenant_id: tenant.id, kind: 'missed_call', attempts: 49 }),
    )
    expect(await claimed(id)).toBe(true)
    await outcome(id, 'Nobody of that name.')
    expect(await stateOf(id)).toMatchObject({ state: 'failed', problem: 'Nobody of that name.' })
    expect(await claimed(id)).toBe(false)
  })

  test('that the mail server refuses for good is given up at once, unless it is about a 911 call', async () => {
    const refused = async (kind: string) => {
      const { id } = await insertRow('mails', await newMail({ tenant_id: tenant.id, kind }))
      expect(await claimed(id)).toBe(true)
      const problem = 'Message failed: 552 5.3.4 Message too big'
      await service.rpc('store_mail_outcome', { mail: id, problem, refused: true }).throwOnError()
      return stateOf(id)
    }
    expect(await refused('fax')).toMatchObject({
      state: 'failed',
      problem: 'Message failed: 552 5.3.4 Message too big',
    })
    expect(await refused('emergency')).toMatchObject({ state: 'retrying' })
  })

  test.each(['fax', 'emergency'])(
    'about a %s that a stopping server returns is due at once, and the attempt does not count',
    async (kind) => {
      const { id } = await insertRow('mails', await newMail({ tenant_id: tenant.id, kind, attempts: 49 }))
      expect(await claimed(id)).toBe(true)
      await service.rpc('store_mail_outcome', { mail: id, returned: true }).throwOnError()
      expect(await stateOf(id)).toMatchObject({ state: 'waiting', problem: null })
      expect(await claimed(id)).toBe(true)
      expect(await query('select attempts from public.mails where id = $1', [id])).toEqual([{ attempts: 50 }])
    },
  )

  test('is resent on request, which is audited with the name of the user', async () => {
    const seen = new Date().toISOString()
    const { id } = await insertRow(
      'mails',
      await newMail({ tenant_id: tenant.id, kind: 'missed_call', given_up_at: seen }),
    )
    const { client, userId } = await callerOf('tech')
    expect((await client.rpc('send_mail_again', { mail: id, tenant: newId() })).error?.code).toBe('TR410')
    await client.rpc('send_mail_again', { mail: id, tenant: tenant.id, seen }).throwOnError()
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
    expect(
      await query("select actor from public.audit_log where record_id = $1 and action = 'send'", [id]),
    ).toEqual([{ actor: userId }])
  })

  test('with a secret is noted by the server with its outcome, and cannot be resent', async () => {
    const about = { kind: 'pin', section: 'telephony', tenant: tenant.id, subject: 'The PIN\nof 1001' }
    const note = { ...about, recipient: 'a@customer.example' }
    await service.rpc('note_mail', note).throwOnError()
    await service.rpc('note_mail', { ...note, recipient: 'b@customer.example', problem: 'No such user.' })
    const [sent, failed] = await mails()
    expect([sent, failed]).toMatchObject([
      { recipient: 'a@customer.example', subject: 'The PIN of 1001', body: null, state: 'sent' },
      { recipient: 'b@customer.example', body: null, state: 'failed' },
    ])
    expect(await claimed(failed?.id ?? '')).toBe(false)
    const { client } = await callerOf('superadmin')
    const again = await client.rpc('send_mail_again', { mail: failed?.id ?? '', tenant: tenant.id })
    expect(again.error?.code).toBe('TR410')
    expect(await stateOf(failed?.id ?? '')).toMatchObject({ state: 'failed', problem: 'No such user.' })
    expect((await client.rpc('note_mail', note)).error?.code).toBe('42501')
    expect(await mails()).toHaveLength(2)
  })

  test.each(['pin', 'quote'])(
    'with a secret, a %s, that is sent at the second attempt of its request is noted as sent',
    async (kind) => {
      const cause = newId()
      const of = kind === 'quote' ? { section: 'sales' } : { section: 'telephony', tenant: tenant.id }
      const about = { ...of, kind, recipient: 'a@customer.example', subject: 'A secret', cause }
      await service.rpc('note_mail', { ...about, problem: 'The mail server is away.' }).throwOnError()
      await service.rpc('note_mail', about).throwOnError()
      expect(
        await query('select state, problem, attempts from public.mails where cause = $1', [cause]),
      ).toEqual([{ state: 'sent', problem: null, attempts: 2 }])
    },
  )

  test('is resent to an address at most three times an hour', async () => {
    const recipient = `${newId()}@customer.example`
    const { id } = await insertRow('mails', await newMail({ tenant_id: tenant.id, recipient }))
    const { client } = await callerOf('tech')
    const again = async () =>
      (await client.rpc('send_mail_again', { mail: id, tenant: tenant.id })).error?.code
    expect([await again(), await again(), await again()]).toEqual([undefined, undefined, undefined])
    expect(await again()).toBe('TR429')
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
  })

  test('is not resent while a server is just sending it', async () => {
    const { id } = await insertRow('mails', await newMail({ tenant_id: tenant.id, kind: 'fax' }))
    const { client } = await callerOf('tech')
    const again = () => client.rpc('send_mail_again', { mail: id, tenant: tenant.id }).throwOnError()
    expect(await claimed(id)).toBe(true)
    await again()
    expect(await claimed(id)).toBe(false)
    await outcome(id, 'The mail server is away.')
    expect(await claimed(id)).toBe(false)
    await again()
    expect(await claimed(id)).toBe(true)
  })

  test('is resent once, even if the caller repeats the call because its response was lost', async () => {
    const sentAt = '2026-03-02T15:00:00.123456+00:00'
    const sent = { tenant_id: tenant.id, sent_at: sentAt, attempts: 1 }
    const { id } = await insertRow('mails', await newMail(sent))
    const { client } = await callerOf('tech')
    const again = () =>
      client.rpc('send_mail_again', { mail: id, tenant: tenant.id, seen: sentAt }).throwOnError()
    await again()
    await again()
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
    expect(await claimed(id)).toBe(true)
    await outcome(id)
    await again()
    expect(await stateOf(id)).toMatchObject({ state: 'sent' })
    expect(
      await query(
        "select from public.audit_log where record_id = $1 and action = 'send' and actor is not null",
        [id],
      ),
    ).toHaveLength(1)
  })

  test.each([
    'Desk<a@customer.example>',
    'me,a@customer.example',
    'a@customer.example;me',
    '"a"@customer.example',
  ])('is rejected for %s, which is not a plain address', async (recipient) => {
    const mail = await newMail({ tenant_id: tenant.id, recipient })
    await expect(insertRow('mails', mail)).rejects.toMatchObject({ code: '23514' })
  })

  test('is deleted after 90 days', async () => {
    const old = new Date(Date.now() - 91 * 86_400_000).toISOString()
    await insertRow('mails', await newMail({ tenant_id: tenant.id, created_at: old }))
    const { id } = await insertRow('mails', await newMail({ tenant_id: tenant.id }))
    await service.rpc('delete_old_mails').throwOnError()
    expect(await mails()).toMatchObject([{ id }])
  })
})

describe('a missed call to a ring group', () => {
  let group: { id: string; number: string; name: string }
  beforeEach(async () => {
    group = await insertRow(
      'ring_groups',
      await newRingGroup({
        tenant_id: tenant.id,
        number: '6000',
        name: 'Sales',
        missed_call_email: 'sales@customer.example',
      }),
    )
  })
  const told = (why: string, at: number) => ({
    at,
    reason: {
      why,
      record: { table: 'ring_groups', id: group.id, label: '6000 Sales' },
      strategy: 'simultaneous',
      phones: 1,
      seconds: 30,
    },
  })
  const START = Date.now() - 120_000
  /** Delivers a call with such a path, and with those stages before its own. */
  const ring = async (
    path: string[],
    call: SwitchCall = {},
    { at = START, before = [] }: { at?: number; before?: unknown[] } = {},
  ) => {
    const variables = { trunkline_path: JSON.stringify(path.map((why) => told(why, at))) }
    const record = switchRecord({ domain: tenant.domain, start: START, variables, ...call })
    const body = JSON.stringify({ ...record, callflow: [...record.callflow, ...before] })
    // A switch may deliver a call twice.
    for (const delivered of [body, body])
      await storeEntries(
        service,
        deliveredRecords(delivered).map((one) => ingestEntry(one)),
      )
    return mails()
  }

  test('is mailed once, even if the call is answered elsewhere later', async () => {
    const written = await ring(['group rings', 'group gives up'], { from: '+12085550142', fromName: 'Ada' })
    expect(written).toMatchObject([
      {
        recipient: 'sales@customer.example',
        subject: 'Missed call from +12085550142 Ada at 6000 Sales',
        state: 'waiting',
      },
    ])
  })

  test('is mailed if the caller hangs up while it rings', async () => {
    expect(await ring(['group rings'], { cause: 'ORIGINATOR_CANCEL' })).toHaveLength(1)
  })

  test('is not mailed if the group answered', async () => {
    // By the clock of a switch that is behind the path's.
    const call = { talkSeconds: 20, connectedAfter: 5 }
    expect(await ring(['group rings'], call, { at: START + 20_000 })).toEqual([])
  })

  test('is mailed if the caller gives up who was connected with somebody else before the group rang', async () => {
    const call = { talkSeconds: 60 }
    const { callflow } = switchRecord({ start: START, ...call, connectedAfter: 5 })
    expect(await ring(['group rings'], call, { at: START + 12_000, before: callflow })).toHaveLength(1)
  })

  test('is mailed if the caller heard a greeting and hangs up while it rings', async () => {
    expect(await ring(['group rings'], { talkSeconds: 20 })).toHaveLength(1)
  })

  test('is not mailed if it is old', async () => {
    expect(await ring(['group rings', 'group gives up'], { start: Date.now() - 5 * 86_400_000 })).toEqual([])
  })
})
