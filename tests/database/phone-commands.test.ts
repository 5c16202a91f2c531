import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { callerOf, type Client, serviceClient } from '../support/clients'
import { query } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { newSwitch } from '../support/factories/gateways'
import { newRegistration } from '../support/factories/registrations'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

let tenant: { id: string }
let extension: { id: string }
let freeSwitch: { id: string }
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant())
  extension = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1001' }))
  freeSwitch = await insertRow('switches', await newSwitch())
})

const LONG_AGO = '2026-01-05T09:00:00Z'

describe('a command to a phone', () => {
  const news = async () => {
    const digest = 'a'.repeat(64)
    await query(
      'insert into private.switch_secrets (switch_id, sha256) values ($1, $2) on conflict do nothing',
      [freeSwitch.id, digest],
    )
    const [{ name }] = (await query('select name from public.switches where id = $1', [freeSwitch.id])) as [
      { name: string },
    ]
    const { data } = await serviceClient()
      .rpc('take_switch_commands', { address: '192.0.2.1', switch_name: name, secret_sha256: digest })
      .throwOnError()
    return (data as { commands: { id: string; command: string; call_id: string }[] }).commands
  }
  const ask = (caller: Client, registration: string, command = 'reboot') =>
    caller.rpc('command_phone', { registration, command })
  const report = (kind: string, data: Record<string, unknown>) =>
    serviceClient()
      .rpc('store_switch_events', {
        switch: freeSwitch.id,
        outbox: randomUUID(),
        entries: [{ sequence: 1, kind, data: { at: new Date().toISOString(), ...data } }],
      })
      .throwOnError()

  test('is delivered to its switch once, and its result is stored', async () => {
    const given = { tenant_id: tenant.id, extension_id: extension.id, switch_id: freeSwitch.id }
    const registration = await insertRow(
      'registrations',
      await newRegistration({ ...given, call_id: 'first' }),
    )
    const { client } = await callerOf('tech')
    const { data: id } = await ask(client, registration.id).throwOnError()
    expect(await news()).toMatchObject([{ id, command: 'reboot', call_id: 'first' }])
    expect(await news()).toEqual([])
    const done = {
      sequence: 1,
      kind: 'done',
      data: { at: LONG_AGO, command: id, problem: 'The phone is gone.' },
    }
    await serviceClient()
      .rpc('store_switch_events', { switch: freeSwitch.id, outbox: randomUUID(), entries: [done] })
      .throwOnError()
    expect(
      await query('select done_at is not null as done, problem from public.switch_commands where id = $1', [
        id,
      ]),
    ).toEqual([{ done: true, problem: 'The phone is gone.' }])
    expect(
      await query('select record_label, changes from public.audit_log where record_id = $1', [id]),
    ).toEqual([{ record_label: '1001', changes: { command: [null, 'reboot'] } }])
  })

  test('is not delivered to another switch, or after a minute', async () => {
    const registration = await insertRow(
      'registrations',
      await newRegistration({ tenant_id: tenant.id, extension_id: extension.id }),
    )
    const { client } = await callerOf('tech')
    await ask(client, registration.id).throwOnError()
    expect(await news()).toEqual([])
    await query(
      "update public.switch_commands set expires_at = expires_at - interval '61 seconds' where switch_id = $1",
      [registration.switch_id],
    )
    freeSwitch = { id: registration.switch_id }
    expect(await news()).toEqual([])
  })

  test('is rejected for a phone that is lost', async () => {
    const registration = await insertRow(
      'registrations',
      await newRegistration({
        tenant_id: tenant.id,
        extension_id: extension.id,
        lost_at: LONG_AGO,
        lost_by: 'expired',
      }),
    )
    const { client } = await callerOf('tech')
    expect((await ask(client, registration.id)).error?.message).toBe('This phone is no longer registered.')
  })

  describe('to end its registration', () => {
    const phone = async () => {
      const [{ domain = '' } = {}] = await query<{ domain: string }>(
        'select domain from public.tenants where id = $1',
        [tenant.id],
      )
      const registration = await insertRow(
        'registrations',
        await newRegistration({
          tenant_id: tenant.id,
          extension_id: extension.id,
          switch_id: freeSwitch.id,
          call_id: 'first',
        }),
      )
      const lost = () => report('lost', { domain, account: '1001', call_id: 'first', by: 'expired' })
      const loss = () =>
        query('select lost_by, ended_by from public.registrations where id = $1', [registration.id])
      return { registration, domain, lost, loss }
    }

    test('is the reason for its loss, with the person who gave it, until the phone registers again', async () => {
      const { registration, domain, lost, loss } = await phone()
      const { client } = await callerOf('tech')
      await ask(client, registration.id, 'end').throwOnError()
      await news()
      await lost()
      expect(await loss()).toEqual([{ lost_by: 'staff', ended_by: 'tech@demo.test' }])
      const { contact, address, port, agent, transport, call_id } = registration
      await report('registered', {
        domain,
        account: '1001',
        contact,
        address,
        port,
        agent,
        transport,
        call_id,
      })
      expect(await loss()).toEqual([{ lost_by: null, ended_by: null }])
    })

    test('is not the reason if the switch did not get it, failed, or lost the phone later', async () => {
      const { registration, lost, loss } = await phone()
      const { client } = await callerOf('tech')
      const again = () =>
        query(
          `update public.registrations set lost_at = null, lost_by = null, reported_at = now() - interval '1 hour'
           where id = $1`,
          [registration.id],
        )
      const commands = (set: string) =>
        query(`update public.switch_commands set ${set} where switch_id = $1`, [freeSwitch.id])
      await ask(client, registration.id, 'end').throwOnError()
      await lost()
      expect(await loss()).toEqual([{ lost_by: 'expired', ended_by: null }])
      await again()
      await news()
      await commands("taken_at = now() - interval '2 minutes'")
      await lost()
      expect(await loss()).toEqual([{ lost_by: 'expired', ended_by: null }])
      await again()
      await commands("taken_at = now(), problem = 'No.'")
      await lost()
      expect(await loss()).toEqual([{ lost_by: 'expired', ended_by: null }])
    })
  })
})
