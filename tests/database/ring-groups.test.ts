import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { failure, query, rolledBack, storedRow } from '../support/database'
import { newRingGroup, newRingGroupMember } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newRecording } from '../support/factories/recordings'
import { type Given, insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const tenantId = async () => (await insertRow('tenants', await newTenant())).id
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

describe('a ring group', () => {
  test.each<[string, Given<'ring_groups'>, boolean]>([
    ['a name of 75 characters', { name: 'n'.repeat(75) }, true],
    ['a name of 76 characters', { name: 'n'.repeat(76) }, false],
    ['a blank name', { name: '  ' }, false],
    ['a number of 2 digits', { number: '60' }, true],
    ['a number of 7 digits', { number: '6000000' }, true],
    ['a number of 1 digit', { number: '6' }, false],
    ['a number with a star', { number: '*60' }, false],
    ['an unknown strategy', { strategy: 'hunt' }, false],
    ['a call timeout of 1 s', { call_timeout: 1 }, true],
    ['a call timeout of 600 s', { call_timeout: 600 }, true],
    ['a call timeout of 0 s', { call_timeout: 0 }, false],
    ['a call timeout of 601 s', { call_timeout: 601 }, false],
    ['a prefix of 20 characters', { caller_id_name_prefix: 'p'.repeat(20) }, true],
    ['a prefix of 21 characters', { caller_id_name_prefix: 'p'.repeat(21) }, false],
    ['an address for missed calls', { missed_call_email: 'desk@harbor.example' }, true],
    ['no address for missed calls', { missed_call_email: '' }, true],
    ['an incomplete address for missed calls', { missed_call_email: 'desk@harbor' }, false],
    ['an unknown ringback', { ringback: 'jazz' }, false],
  ])('with %s: %o, accepted %s', async (_, given, accepted) => {
    const row = await newRingGroup(given)
    expect(await codeOf(insertRow('ring_groups', row))).toBe(accepted ? undefined : '23514')
    expect((await storedRow('ring_groups', row.id)) !== undefined).toBe(accepted)
  })

  test('has the defaults in docs/telephony.md', async () => {
    expect(await insertRow('ring_groups', await newRingGroup())).toMatchObject({
      strategy: 'simultaneous',
      call_timeout: 30,
      timeout_destination_id: null,
      follow_forwarding: false,
      enabled: true,
    })
  })

  test('reserves its number, and names the record that holds a taken one', async () => {
    const tenant_id = await tenantId()
    const extension = await insertRow('extensions', await newExtension({ tenant_id, extension: '6000' }))
    const error = await insertRow('ring_groups', await newRingGroup({ tenant_id })).catch((thrown) => thrown)
    expect(error).toMatchObject({
      code: '23505',
      message: `6000 is already taken by the extension ${extension.effective_caller_id_name}.`,
    })
    expect(await query('select 1 from public.ring_groups where tenant_id = $1', [tenant_id])).toEqual([])
  })

  test('may use a number that another tenant uses', async () => {
    await insertRow('ring_groups', await newRingGroup())
    expect(await codeOf(insertRow('ring_groups', await newRingGroup()))).toBeUndefined()
  })

  test('routes only to destinations of its own tenant, and not to itself', async () => {
    const own = await tenantId()
    const other = await insertRow('extensions', await newExtension())
    const id = newId()
    for (const [timeout_destination_id, code] of [
      [other.id, '23503'],
      [id, '23514'],
      [newId(), '23503'],
    ] as const) {
      const row = await newRingGroup({ id, tenant_id: own, timeout_destination_id })
      expect(await codeOf(insertRow('ring_groups', row))).toBe(code)
    }
    const extension = await insertRow('extensions', await newExtension({ tenant_id: own }))
    const row = await newRingGroup({ id, tenant_id: own, timeout_destination_id: extension.id })
    expect(await codeOf(insertRow('ring_groups', row))).toBeUndefined()
  })

  test('plays greetings of its own tenant only, and keeps them from being deleted', async () => {
    const recording = await insertRow('recordings', await newRecording())
    const { tenant_id, id: greeting_recording_id } = recording
    expect(await codeOf(insertRow('ring_groups', await newRingGroup({ greeting_recording_id })))).toBe(
      '23503',
    )
    await insertRow('ring_groups', await newRingGroup({ tenant_id, greeting_recording_id }))
    const { error } = await callers.tech.client.from('recordings').delete().eq('id', recording.id)
    expect(error?.code).toBe('23503')
    expect(await storedRow('recordings', recording.id)).toBeDefined()
  })

  test('is a destination, and cannot be deleted while something routes to it', async () => {
    const group = await insertRow('ring_groups', await newRingGroup())
    const before = await insertRow(
      'ring_groups',
      await newRingGroup({ tenant_id: group.tenant_id, number: '6001', timeout_destination_id: group.id }),
    )
    const { client } = callers.tech
    const refused = await client.from('ring_groups').delete().eq('id', group.id)
    expect(refused.error?.code).toBe('23503')
    expect(await storedRow('ring_groups', group.id)).toBeDefined()
    const uses = await client.rpc('used_by', { target_table: 'ring_groups', target: group.id })
    expect(uses.data).toEqual([
      expect.objectContaining({
        table_name: 'ring_groups',
        record_id: before.id,
        column_name: 'timeout_destination_id',
      }),
    ])
    await client.from('ring_groups').delete().eq('id', before.id)
    await client.from('ring_groups').delete().eq('id', group.id)
    expect(await storedRow('ring_groups', group.id)).toBeUndefined()
    expect(await query('select 1 from public.destinations where id = $1', [group.id])).toEqual([])
  })

  test('is deleted with its tenant, including members, number and destination', async () => {
    const member = await insertRow('ring_group_members', await newRingGroupMember())
    await insertRow(
      'ring_groups',
      await newRingGroup({
        tenant_id: member.tenant_id,
        number: '6001',
        timeout_destination_id: member.ring_group_id,
      }),
    )
    await query('delete from public.tenants where id = $1', [member.tenant_id])
    for (const table of ['ring_groups', 'ring_group_members', 'number_plan', 'destinations']) {
      expect(await query(`select 1 from public.${table} where tenant_id = $1`, [member.tenant_id])).toEqual(
        [],
      )
    }
  })
})

describe('a member of a ring group', () => {
  test.each<[string, Given<'ring_group_members'>, boolean]>([
    ['an outside number', { external_number: '+12075550123' }, true],
    ['an outside number without its country code', { external_number: '2075550123' }, false],
    ['no delay', { delay: 0 }, true],
    ['a delay of 300 s', { delay: 300 }, true],
    ['a delay of 301 s', { delay: 301 }, false],
    ['a delay below 0', { delay: -1 }, false],
    ['a timeout of 1 s', { timeout: 1 }, true],
    ['a timeout of 300 s', { timeout: 300 }, true],
    ['a timeout of 0 s', { timeout: 0 }, false],
    ['a timeout of 301 s', { timeout: 301 }, false],
    ['position 0', { position: 0 }, false],
  ])('with %s: %o, accepted %s', async (_, given, accepted) => {
    const row = await newRingGroupMember(given)
    expect(await codeOf(insertRow('ring_group_members', row))).toBe(accepted ? undefined : '23514')
    expect((await storedRow('ring_group_members', row.id)) !== undefined).toBe(accepted)
  })

  test('rings for 30 s at once without confirmation by default', async () => {
    expect(await insertRow('ring_group_members', await newRingGroupMember())).toMatchObject({
      delay: 0,
      timeout: 30,
      confirm: false,
      enabled: true,
    })
  })

  test('is either an extension or an outside number', async () => {
    const row = await newRingGroupMember()
    expect(await codeOf(insertRow('ring_group_members', { ...row, external_number: '+12075550123' }))).toBe(
      '23514',
    )
    expect(await codeOf(insertRow('ring_group_members', { ...row, extension_id: null }))).toBe('23514')
  })

  test('cannot be a voicemail, a group or any destination other than an extension', async () => {
    const row = await newRingGroupMember()
    const destinations = await query<{ id: string; kind: string }>(
      "select id, kind from public.destinations where tenant_id = $1 and kind <> 'extensions'",
      [row.tenant_id],
    )
    expect(destinations.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['voicemails', 'ring_groups']),
    )
    for (const { id } of destinations) {
      expect(await codeOf(insertRow('ring_group_members', { ...row, extension_id: id }))).toBe('23503')
    }
    expect(await storedRow('ring_group_members', row.id)).toBeUndefined()
  })

  test('must be an extension of the group’s own tenant', async () => {
    const row = await newRingGroupMember()
    const stranger = await insertRow('extensions', await newExtension())
    expect(await codeOf(insertRow('ring_group_members', { ...row, extension_id: stranger.id }))).toBe('23503')
    expect(
      await codeOf(
        insertRow('ring_group_members', { ...row, tenant_id: stranger.tenant_id, extension_id: stranger.id }),
      ),
    ).toBe('23503')
    expect(await storedRow('ring_group_members', row.id)).toBeUndefined()
  })

  test('cannot be in a group twice', async () => {
    const member = await insertRow('ring_group_members', await newRingGroupMember())
    const outside = await insertRow('ring_group_members', {
      ...member,
      id: newId(),
      extension_id: null,
      external_number: '+12075550123',
    })
    for (const again of [member, outside]) {
      expect(await codeOf(insertRow('ring_group_members', { ...again, id: newId() }))).toBe('23505')
    }
  })

  test('keeps its extension from being deleted', async () => {
    const member = await insertRow('ring_group_members', await newRingGroupMember())
    await rolledBack(async (client) => {
      const text = 'delete from public.extensions where id = $1'
      expect(await failure(client, text, [member.extension_id])).toBe('23503')
      await client.query('delete from public.ring_groups where id = $1', [member.ring_group_id])
      expect(await failure(client, text, [member.extension_id])).toBeUndefined()
    })
  })
})
