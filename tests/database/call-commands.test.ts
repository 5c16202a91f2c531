import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callerOf, type Client } from '../support/clients'
import { query } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { newLiveCall } from '../support/factories/registrations'
import { insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { memberWith } from '../support/members'

let tech: Client
let tenant: { id: string; domain: string }
beforeAll(async () => {
  tech = (await callerOf('tech')).client
})
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant())
})

describe('a command on a live call', () => {
  let live: Awaited<ReturnType<typeof newLiveCall>>
  beforeEach(async () => {
    live = await insertRow('live_calls', await newLiveCall({ tenant_id: tenant.id }))
  })
  const extension = async (given = {}) =>
    (await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1002', ...given })))
      .id
  const ask = (client: Client, command: string, extension?: string) =>
    client.rpc('command_call', { call: live.id ?? '', command, extension })

  test('is queued for its switch with all its arguments, and is audited', async () => {
    const { data: id } = await ask(tech, 'move', await extension()).throwOnError()
    expect(
      await query('select switch_id, command, arguments from public.switch_commands where id = $1', [id]),
    ).toEqual([
      {
        switch_id: live.switch_id,
        command: 'move',
        arguments: {
          call: live.call_uuid,
          domain: tenant.domain,
          extension: '1002',
        },
      },
    ])
    expect(
      await query('select actor_email, record_label, changes from public.audit_log where record_id = $1', [
        id,
      ]),
    ).toEqual([
      {
        actor_email: 'tech@demo.test',
        record_label: '+12075550123 to +12075550140',
        changes: { command: [null, 'move'], extension: [null, '1002'] },
      },
    ])
  })

  test('takes no extension if it is to hang up', async () => {
    const { data: id } = await ask(tech, 'hang_up').throwOnError()
    expect(await query('select arguments from public.switch_commands where id = $1', [id])).toEqual([
      { arguments: { call: live.call_uuid, domain: tenant.domain } },
    ])
  })

  test('is rejected for a call that has ended', async () => {
    await query('update public.live_calls set ended_at = now() where id = $1', [live.id])
    expect((await ask(tech, 'hang_up')).error?.message).toBe('This call has ended.')
  })

  test.each([
    ['of another tenant', async () => (await insertRow('extensions', await newExtension())).id],
    ['that is suspended', () => extension({ suspended: true })],
    ['that does not exist', async () => newId()],
  ])('is rejected for an extension %s', async (_, made) => {
    expect((await ask(tech, 'move', await made())).error?.message).toBe(
      'Choose an extension that is in service.',
    )
  })

  const asked = () =>
    query('select command, arguments from public.switch_commands where switch_id = $1', [live.switch_id])
  const trail = () =>
    query(
      `select actor, record_label, changes from public.audit_log where tenant_id = $1 and table_name = 'switch_commands'`,
      [tenant.id],
    )

  test('cannot be to listen in without that permission, even with every other telephony permission', async () => {
    const phone = await extension()
    const { client } = await memberWith(
      'telephony.view',
      'telephony.create',
      'telephony.edit',
      'telephony.delete',
      'telephony.export',
    )
    for (const refused of [tech, client])
      expect((await ask(refused, 'listen', phone)).error?.code).toBe('42501')
    expect([await asked(), await trail()]).toEqual([[], []])
  })

  test('allows listening in with that permission, and the audit trail names the phone', async () => {
    const phone = await extension()
    const { client, userId } = await memberWith('telephony.view', 'telephony.listen')
    expect((await ask(client, 'hang_up')).error?.code).toBe('42501')
    await ask(client, 'listen', phone).throwOnError()
    expect(await asked()).toEqual([
      { command: 'listen', arguments: { call: live.call_uuid, domain: tenant.domain, extension: '1002' } },
    ])
    expect(await trail()).toEqual([
      {
        actor: userId,
        record_label: '+12075550123 to +12075550140',
        changes: { command: [null, 'listen'], extension: [null, '1002'] },
      },
    ])
  })

  test('cannot let a phone of another tenant listen, even on the same switch', async () => {
    const { client } = await callerOf('superadmin')
    const elsewhere = await insertRow('extensions', await newExtension())
    expect((await ask(client, 'listen', elsewhere.id)).error?.message).toBe(
      'Choose an extension that is in service.',
    )
    expect([await asked(), await trail()]).toEqual([[], []])
  })
})
