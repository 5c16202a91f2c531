import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentEvent, HeldMessage } from '@/lib/switch/agent/agent-event'
import type { VoicemailCommand } from '@/lib/switch/agent/agent-update'
import { callerOf, type Client, newMember, serviceClient } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newRole } from '../support/factories/access'
import { newTenant } from '../support/factories/companies'
import { newSwitch } from '../support/factories/gateways'
import { newTenantSettings } from '../support/factories/people'
import { insertRecordingFile, newRecording } from '../support/factories/recordings'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { newVoicemailMessage } from '../support/factories/voicemail'

let service: Client
let tenant: { id: string; domain: string }
let extension: { id: string }
let freeSwitch: { id: string; name: string }
let outbox: string
let sequence: number
const DIGEST = 'b'.repeat(64)
beforeAll(() => {
  service = serviceClient()
})
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant())
  extension = await insertRow(
    'extensions',
    await newExtension({ tenant_id: tenant.id, extension: '1001', voicemail_email: 'anna@customer.example' }),
  )
  freeSwitch = await insertRow('switches', await newSwitch())
  await query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
    freeSwitch.id,
    DIGEST,
  ])
  outbox = randomUUID()
  sequence = 0
})

const serves = (all: boolean) =>
  query('update public.switches set all_tenants = $2 where id = $1', [freeSwitch.id, all])
const held = (given: Partial<HeldMessage> = {}): HeldMessage => ({
  uuid: randomUUID(),
  left_at: new Date(Date.now() - 60_000).toISOString(),
  heard: false,
  number: '+12085550142',
  name: 'Ada',
  seconds: 12,
  ...given,
})
const deliver = async (...agentEvents: AgentEvent[]) => {
  const entries = agentEvents.map((agentEvent) => {
    sequence += 1
    return { sequence, ...agentEvent }
  })
  await service.rpc('store_switch_events', { switch: freeSwitch.id, outbox, entries }).throwOnError()
}
const at = () => new Date().toISOString()
const holds = (messages: HeldMessage[], owner = extension.id) =>
  deliver({ kind: 'mailbox', data: { at: at(), domain: tenant.domain, extension: owner, messages } })
const messages = () =>
  query<{ id: string; uuid: string; heard: boolean; path: string | null; from_name: string }>(
    'select id, uuid, heard, path, from_name from public.voicemail_messages where tenant_id = $1 order by left_at, uuid',
    [tenant.id],
  )
/** The agent's commands. */
const offered = async () => {
  const { data } = await service
    .rpc('take_switch_commands', {
      address: '192.0.2.1',
      switch_name: freeSwitch.name,
      secret_sha256: DIGEST,
    })
    .throwOnError()
  return (data as unknown as { voicemail: VoicemailCommand[] }).voicemail
}
/** Also those offered before. */
const orders = async () => {
  await query('update private.voicemail_commands set offered_at = null where switch_id = $1', [freeSwitch.id])
  return offered()
}
const does = async () => (await orders()).map((order) => order.command)
const sound = (message: string) => ({
  switch: freeSwitch.id,
  message,
  object_path: `${tenant.id}/${message}.wav`,
  duration_ms: 12_000,
  size_bytes: 192_044,
  peaks: [10],
})
const arrive = async () => {
  const one = held()
  await holds([one])
  const [message] = await messages()
  if (!message) throw new Error('The message did not arrive.')
  await service.rpc('store_voicemail_audio', sound(message.id)).throwOnError()
  return { ...message, held: one }
}
const mails = () =>
  query<{ id: string; recipient: string; attachment: string | null; subject: string }>(
    'select id, recipient, attachment, subject from public.mails where tenant_id = $1',
    [tenant.id],
  )

test('a greeting that its owner has taken off by phone is not played any more, for a switch that serves its tenant', async () => {
  const recording = await insertRow('recordings', await newRecording({ tenant_id: tenant.id }))
  await query('update public.extensions set greeting_recording_id = $1 where id = $2', [
    recording.id,
    extension.id,
  ])
  const greeting = async () => (await storedRow('extensions', extension.id))?.greeting_recording_id
  const data = { at: at(), domain: tenant.domain.toUpperCase(), extension: extension.id }
  await serves(false)
  await deliver({ kind: 'greeting_removed', data })
  expect(await greeting()).toBe(recording.id)
  await serves(true)
  await deliver({ kind: 'greeting_removed', data }, { kind: 'wrong_pins', data })
  expect(await greeting()).toBeNull()
  const trail = await query(
    'select actor_email, action from public.audit_log where record_id = $1 order by created_at desc, id desc limit 2',
    [extension.id],
  )
  expect(trail).toEqual(
    expect.arrayContaining([
      { actor_email: 'Extension 1001', action: 'update' },
      { actor_email: null, action: 'refuse' },
    ]),
  )
})

test.each(['another', 'a new one'])(
  'a greeting taken off by phone leaves %s that was chosen or recorded before the switch could report it',
  async (since) => {
    const [first, second] = [
      await insertRow('recordings', await newRecording({ tenant_id: tenant.id })),
      await insertRow('recordings', await newRecording({ tenant_id: tenant.id })),
    ]
    const choose = (recording: string) =>
      query('update public.extensions set greeting_recording_id = $1 where id = $2', [
        recording,
        extension.id,
      ])
    await choose(first.id)
    const data = { at: at(), domain: tenant.domain, extension: extension.id }
    if (since === 'another') await choose(second.id)
    else {
      const file = await insertRecordingFile(tenant.id)
      await query('update public.recordings set file_id = $1 where id = $2', [file, first.id])
    }
    await serves(true)
    await deliver({ kind: 'greeting_removed', data })
    expect(await storedRow('extensions', extension.id)).toMatchObject({
      greeting_recording_id: since === 'another' ? second.id : first.id,
    })
  },
)

test('wrong PINs that have closed a mailbox to callers from outside are in the trail, for a switch that serves its tenant', async () => {
  const refused = () =>
    query(
      `select actor, record_label, tenant_id from public.audit_log where record_id = $1 and action = 'refuse'`,
      [extension.id],
    )
  const told = { at: at(), domain: tenant.domain.toUpperCase(), extension: extension.id }
  await serves(false)
  await deliver({ kind: 'wrong_pins', data: told })
  expect(await refused()).toEqual([])
  await serves(true)
  await deliver(
    { kind: 'wrong_pins', data: told },
    { kind: 'wrong_pins', data: { ...told, extension: randomUUID() } },
  )
  expect(await refused()).toMatchObject([{ actor: null, tenant_id: tenant.id }])
})

describe('voicemail messages', () => {
  test('match what the switch has, and their audio is requested until it arrives', async () => {
    const earlier = new Date(Date.now() - 120_000).toISOString()
    const both = [held({ left_at: earlier }), held({ heard: true, name: 'Bo\u0007b' })]
    await holds(both)
    await holds(both)
    expect(await messages()).toMatchObject([
      { heard: false, path: null, from_name: 'Ada' },
      { heard: true, path: null, from_name: 'Bo b' },
    ])
    expect(await does()).toEqual(['send', 'send'])
    const [message] = await messages()
    const kept = await service.rpc('store_voicemail_audio', sound(message?.id ?? '')).throwOnError()
    expect(kept.data).toBe(true)
    expect((await service.rpc('store_voicemail_audio', sound(message?.id ?? ''))).data).toBe(false)
    expect(await does()).toEqual(['send'])
  })

  test('follow what is done on the phone', async () => {
    const { held: one } = await arrive()
    await holds([{ ...one, heard: true }])
    expect(await messages()).toMatchObject([{ heard: true }])
    await holds([])
    expect(await messages()).toEqual([])
    expect(await orders()).toEqual([])
  })

  test('stay when the switch does not list them, but has a file that was written when they were left', async () => {
    const [lost, deleted, fresh] = [
      '2026-01-02T10:00:00Z',
      '2026-01-02T11:00:00Z',
      '2026-01-02T12:00:00Z',
    ].map((left_at) => held({ left_at })) as [HeldMessage, HeldMessage, HeldMessage]
    await holds([lost, deleted])
    await deliver({
      kind: 'mailbox',
      data: {
        at: at(),
        domain: tenant.domain,
        extension: extension.id,
        messages: [fresh],
        unlisted: ['2026-01-02T09:58:00Z'],
      },
    })
    expect(await messages()).toMatchObject([{ uuid: lost.uuid }, { uuid: fresh.uuid }])
    expect(await orders()).toMatchObject([{ command: 'send', uuid: fresh.uuid }])
    await holds([fresh])
    expect(await messages()).toMatchObject([{ uuid: fresh.uuid }])
  })

  test('of a mailbox of years stay, though the switch lists none of them', async () => {
    await query(
      `insert into public.voicemail_messages (tenant_id, switch_id, extension_id, domain, account, uuid, left_at, seconds)
       select $1, $2, $3, $4, '1001', gen_random_uuid(), timestamptz '2026-01-02 10:00:00Z' - n * interval '2 hours', 3
       from generate_series(1, 5000) n`,
      [tenant.id, freeSwitch.id, extension.id, tenant.domain],
    )
    const left = await query<{ left_at: Date }>(
      'select left_at from public.voicemail_messages where extension_id = $1',
      [extension.id],
    )
    const unlisted = left.map(({ left_at }) => left_at.toISOString())
    await deliver({
      kind: 'mailbox',
      data: { at: at(), domain: tenant.domain, extension: extension.id, messages: [], unlisted },
    })
    expect(await messages()).toHaveLength(5000)
  })

  test('are removed when a full report shows their mailbox empty, without a delete command', async () => {
    await arrive()
    await deliver({
      kind: 'mailboxes',
      data: { at: at(), accounts: [{ domain: tenant.domain, extension: extension.id }] },
    })
    expect(await messages()).toHaveLength(1)
    await deliver({ kind: 'mailboxes', data: { at: at(), accounts: [] } })
    expect(await messages()).toEqual([])
    expect(await orders()).toEqual([])
  })

  test('stay when a full report has left out their domain, unless that is no longer their tenant’s', async () => {
    await arrive()
    const report = (...unread: string[]) =>
      deliver({ kind: 'mailboxes', data: { at: at(), accounts: [], unread } })
    await report('other.pbx.test', tenant.domain.toUpperCase())
    expect(await messages()).toHaveLength(1)
    await query("update public.tenants set domain = 'moved.' || domain where id = $1", [tenant.id])
    await report(tenant.domain)
    expect(await messages()).toEqual([])
  })

  test('stay when their switch no longer serves their tenant, and lists none of its mailboxes', async () => {
    const { id } = await arrive()
    await serves(false)
    await deliver({ kind: 'mailboxes', data: { at: at(), accounts: [] } })
    expect(await messages()).toMatchObject([{ id }])
    await serves(true)
    await deliver({ kind: 'mailboxes', data: { at: at(), accounts: [] } })
    expect(await messages()).toEqual([])
  })

  test('are marked and deleted by staff also on a switch that no longer serves their tenant', async () => {
    const { id, held: one } = await arrive()
    await serves(false)
    const { client } = await callerOf('tech')
    await client.rpc('mark_voicemail', { message: id, tenant: tenant.id, heard: true }).throwOnError()
    expect(await does()).toEqual(['mark'])
    await holds([{ ...one, heard: true }])
    expect(await orders()).toEqual([])
    await client.from('voicemail_messages').delete().eq('id', id).throwOnError()
    expect(await does()).toEqual(['remove'])
    await holds([])
    expect(await orders()).toEqual([])
  })

  test('get no audio from a switch that no longer serves their tenant, which is not asked for it either', async () => {
    await holds([held()])
    const [message] = await messages()
    await serves(false)
    expect(await does()).toEqual([])
    expect((await service.rpc('store_voicemail_audio', sound(message?.id ?? ''))).data).toBe(false)
    await serves(true)
    expect(await does()).toEqual(['send'])
    expect((await service.rpc('store_voicemail_audio', sound(message?.id ?? ''))).data).toBe(true)
  })

  test('stay with an extension when its number changes, and do not pass to the next owner of the number', async () => {
    const { id, held: one } = await arrive()
    const next = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1002' }),
    )
    await query("update public.extensions set extension = '1003' where id = $1", [extension.id])
    await query("update public.extensions set extension = '1001' where id = $1", [next.id])
    const own = held({ name: 'Eve' })
    await holds([own], next.id)
    await holds([{ ...one, heard: true }])
    expect(
      await query(
        'select extension_id, account, uuid, heard from public.voicemail_messages where tenant_id = $1 order by account',
        [tenant.id],
      ),
    ).toEqual([
      { extension_id: next.id, account: '1001', uuid: own.uuid, heard: false },
      { extension_id: extension.id, account: '1003', uuid: one.uuid, heard: true },
    ])
    const { client } = await callerOf('tech')
    await client.from('voicemail_messages').delete().eq('id', id).throwOnError()
    expect(await orders()).toContainEqual(
      expect.objectContaining({ command: 'remove', extension: extension.id, uuid: one.uuid }),
    )
  })

  test('of another tenant’s extension are not stored', async () => {
    const other = await insertRow('extensions', await newExtension())
    await holds([held()], other.id)
    expect(await query('select from public.voicemail_messages where extension_id = $1', [other.id])).toEqual(
      [],
    )
  })

  test('are not stored for a tenant that the switch does not serve', async () => {
    freeSwitch = await insertRow('switches', await newSwitch({ all_tenants: false }))
    await holds([held()])
    expect(await messages()).toEqual([])
  })

  test('do not accept audio from another switch', async () => {
    const { id } = await arrive()
    const other = await insertRow('switches', await newSwitch())
    await query(
      'update public.voicemail_messages set path = null, duration_ms = null, size_bytes = null, peaks = null where id = $1',
      [id],
    )
    expect((await service.rpc('store_voicemail_audio', { ...sound(id), switch: other.id })).data).toBe(false)
  })

  test('are deleted once they have been here for the tenant’s retention, on the switch too', async () => {
    const here = async (days: number) =>
      insertRow(
        'voicemail_messages',
        await newVoicemailMessage({
          tenant_id: tenant.id,
          extension_id: extension.id,
          switch_id: freeSwitch.id,
          created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
        }),
      )
    const kept = await here(89)
    await here(91)
    const shorter = await newTenantSettings({ recording_retention_days: 30 })
    await insertRow('tenant_settings', shorter)
    await service.rpc('expired_messages').throwOnError()
    expect(await messages()).toMatchObject([{ id: kept.id }])
    expect(await does()).toEqual(['remove'])
  })

  test('are kept although the clock of their switch is years behind', async () => {
    await holds([held({ left_at: '2001-01-01T00:00:00Z' })])
    await service.rpc('expired_messages').throwOnError()
    expect(await messages()).toHaveLength(1)
  })
})

describe('an action by staff on a message', () => {
  test('is carried out on the switch, and not undone by an older report', async () => {
    const { id, held: one } = await arrive()
    const { client } = await callerOf('tech')
    await client.rpc('mark_voicemail', { message: id, tenant: tenant.id, heard: true }).throwOnError()
    expect(await orders()).toMatchObject([
      { command: 'mark', extension: extension.id, uuid: one.uuid, heard: true },
    ])
    await holds([one])
    expect(await messages()).toMatchObject([{ heard: true }])
    await holds([{ ...one, heard: true }])
    expect(await orders()).toEqual([])
    await holds([one])
    expect(await messages()).toMatchObject([{ heard: false }])
  })

  test('deletes it here immediately and on the switch later, and is audited', async () => {
    const { id, held: one } = await arrive()
    const { client, userId } = await callerOf('tech')
    await client.from('voicemail_messages').delete().eq('id', id).throwOnError()
    expect(await messages()).toEqual([])
    await holds([one])
    expect(await messages()).toEqual([])
    expect(await orders()).toMatchObject([{ command: 'remove', uuid: one.uuid }])
    await holds([])
    expect(await orders()).toEqual([])
    expect(
      await query("select actor from public.audit_log where record_id = $1 and action = 'delete'", [id]),
    ).toEqual([{ actor: userId }])
  })

  test('forwards it to an extension of the tenant with a mailbox, once', async () => {
    const { id, held: one } = await arrive()
    const to = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1002' }))
    const off = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1003', voicemail_enabled: false }),
    )
    const elsewhere = await insertRow('extensions', await newExtension())
    const { client } = await callerOf('tech')
    const forward = (target: string) =>
      client.rpc('forward_voicemail', { message: id, tenant: tenant.id, extension: target })
    expect((await forward(off.id)).error?.message).toBe('Extension 1003 has no voicemail.')
    expect((await forward(elsewhere.id)).error?.message).toBe('This extension does not exist.')
    await serves(false)
    expect((await forward(to.id)).error?.message).toBe(
      'This message is on a switch that no longer serves the tenant. Download it instead.',
    )
    await serves(true)
    await forward(to.id).throwOnError()
    const [order, ...others] = await orders()
    expect(others).toEqual([])
    expect(order).toMatchObject({ command: 'forward', uuid: one.uuid, to: to.id })
    await deliver({ kind: 'forwarded', data: { at: at(), order: order?.id ?? '' } })
    expect(await orders()).toEqual([])
  })

  test('forwards it once for a request that is repeated after it was done, and again for another', async () => {
    const { id } = await arrive()
    const to = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1002' }))
    const { client } = await callerOf('tech')
    const forward = (request: string) =>
      client
        .rpc('forward_voicemail', { message: id, tenant: tenant.id, extension: to.id, request })
        .throwOnError()
    const [first, second] = [randomUUID(), randomUUID()]
    await forward(first)
    await forward(first)
    expect(await orders()).toMatchObject([{ id: first, command: 'forward' }])
    await deliver({ kind: 'forwarded', data: { at: at(), order: first } })
    await forward(first)
    expect(await orders()).toEqual([])
    await forward(second)
    expect(await orders()).toMatchObject([{ id: second, command: 'forward' }])
    expect(
      await query("select from public.audit_log where record_id = $1 and action = 'send'", [id]),
    ).toHaveLength(2)
  })

  test('plays it with an audit entry, and marks it heard for users who may edit', async () => {
    const { id } = await arrive()
    const { client, userId } = await callerOf('tech')
    await client.rpc('open_voicemail', { message: id, tenant: tenant.id }).throwOnError()
    expect(await messages()).toMatchObject([{ heard: true }])
    expect(await does()).toEqual(['mark'])
    expect(
      await query("select actor from public.audit_log where record_id = $1 and action = 'hear'", [id]),
    ).toEqual([{ actor: userId }])
  })

  test('plays it but leaves it new for users who may do everything except edit', async () => {
    const { id } = await arrive()
    const role = await insertRow('roles', await newRole())
    await query(
      `insert into public.role_permissions (role, section, action)
       select $1, 'telephony', a from unnest('{view,create,delete,export}'::text[]) a`,
      [role.name],
    )
    const { client } = await newMember(role.name)
    await client.rpc('open_voicemail', { message: id, tenant: tenant.id }).throwOnError()
    expect(await messages()).toMatchObject([{ heard: false }])
  })
})

describe('the voicemail notification mail', () => {
  const set = (values: string) =>
    query(`update public.extensions set ${values} where id = $1`, [extension.id])

  test('is sent to the owner once, with the audio', async () => {
    const { id } = await arrive()
    expect(await mails()).toMatchObject([
      { recipient: 'anna@customer.example', attachment: `${tenant.id}/${id}.wav` },
    ])
    expect((await mails())[0]?.subject).toContain('Voicemail from +12085550142 Ada for 1001')
  })

  test('is sent without the audio if the owner prefers, and not at all without an address', async () => {
    await set('voicemail_attach = false')
    await arrive()
    expect(await mails()).toMatchObject([{ attachment: null }])
    await query('delete from public.mails where tenant_id = $1', [tenant.id])
    await set('voicemail_email = null')
    await holds([])
    await arrive()
    expect(await mails()).toEqual([])
  })

  test('is sent for a message that was waiting for the app over a long weekend', async () => {
    await holds([held({ left_at: new Date(Date.now() - 5 * 86_400_000).toISOString() })])
    const [message] = await messages()
    await service.rpc('store_voicemail_audio', sound(message?.id ?? '')).throwOnError()
    expect(await mails()).toHaveLength(1)
  })

  test('is not sent for old or heard messages', async () => {
    await holds([held({ heard: true }), held({ left_at: '2026-01-05T09:00:00Z' })])
    for (const { id } of await messages())
      await service.rpc('store_voicemail_audio', sound(id)).throwOnError()
    expect(await mails()).toEqual([])
  })

  test.each([
    [true, []],
    [false, ['remove']],
  ])('leaves the message in the mailbox if the owner keeps them (%s)', async (keeps, expected) => {
    await set(`voicemail_keep = ${keeps}`)
    await arrive()
    const [mail] = await mails()
    await service.rpc('store_mail_outcome', { mail: mail?.id ?? '', problem: 'Away.' }).throwOnError()
    expect(await messages()).toHaveLength(1)
    await service.rpc('store_mail_outcome', { mail: mail?.id ?? '' }).throwOnError()
    expect(await messages()).toHaveLength(keeps ? 1 : 0)
    expect(await does()).toEqual(expected)
  })
})

test('a message that is mailed without its audio is kept, even if the owner keeps none', async () => {
  await query('update public.extensions set voicemail_keep = false, voicemail_attach = false where id = $1', [
    extension.id,
  ])
  await arrive()
  const [mail] = await mails()
  await service.rpc('store_mail_outcome', { mail: mail?.id ?? '' }).throwOnError()
  expect(await messages()).toHaveLength(1)
  expect(await does()).toEqual([])
})

test('messages of a deleted tenant are deleted on the switch too, which then has no more to do', async () => {
  const { held: one } = await arrive()
  await query('delete from public.tenants where id = $1', [tenant.id])
  expect(await orders()).toMatchObject([{ command: 'remove', domain: tenant.domain, uuid: one.uuid }])
  await holds([one])
  expect(await does()).toEqual(['remove'])
  await holds([])
  expect(await orders()).toEqual([])
})

test('commands that the switch does not carry out hold up no later one', async () => {
  await holds(Array.from({ length: 20 }, () => held()))
  await query('delete from public.tenants where id = $1', [tenant.id])
  expect(await orders()).toHaveLength(20)
  await query(
    "update private.voicemail_commands set offered_at = now() - interval '1 hour' where switch_id = $1",
    [freeSwitch.id],
  )
  tenant = await insertRow('tenants', await newTenant())
  extension = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1001' }))
  await holds([held()])
  expect((await offered()).map(({ command }) => command)).toContain('send')
})

test('messages are deleted with their extension, on the switch too', async () => {
  const { id } = await insertRow(
    'voicemail_messages',
    await newVoicemailMessage({
      tenant_id: tenant.id,
      extension_id: extension.id,
      switch_id: freeSwitch.id,
      domain: tenant.domain,
    }),
  )
  await query('delete from public.extensions where id = $1', [extension.id])
  expect(await query('select from public.voicemail_messages where id = $1', [id])).toEqual([])
  expect(await does()).toEqual(['remove'])
})
