import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, rolledBack, storedRow } from '../support/database'
import { hangUpOf, newCallFlow, newRingGroup } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newRecording } from '../support/factories/recordings'
import { type Given, insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { SEALED } from '../support/vault'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const tenantId = async () => (await insertRow('tenants', await newTenant())).id
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Moves a flow's switch-back time into the past. */
async function letTimePass(id: string): Promise<string> {
  const [row] = await query<{ due: string }>(
    `update public.call_flows set reverts_at = date_trunc('second', now()) - interval '5 minutes' where id = $1
     returning to_jsonb(reverts_at) #>> '{}' as due`,
    [id],
  )
  return row?.due ?? ''
}

describe('a call flow', () => {
  test.each<[string, Given<'call_flows'>, boolean]>([
    ['a name of 76 characters', { name: 'n'.repeat(76) }, false],
    ['a number with a star', { number: '*65' }, false],
    ['a feature code of a star and a digit', { feature_code: '*3' }, true],
    ['a feature code of a star and 6 digits', { feature_code: '*312345' }, true],
    ['a feature code without a star', { feature_code: '31' }, false],
    ['a feature code of a star alone', { feature_code: '*' }, false],
    ['a feature code with two stars', { feature_code: '**31' }, false],
    ['a feature code that belongs to a voicemail', { feature_code: '*991001' }, false],
    ['a label of 40 characters', { normal_label: 'n'.repeat(40) }, true],
    ['a label of 41 characters', { alternate_label: 'n'.repeat(41) }, false],
    ['a blank label', { normal_label: ' ' }, false],
    ['the same label for both states', { normal_label: 'Open', alternate_label: 'open ' }, false],
    ['an unknown state', { state: 'holiday' }, false],
  ])('with %s: %o, accepted %s', async (_, given, accepted) => {
    const row = await newCallFlow(given)
    expect(await codeOf(insertRow('call_flows', row))).toBe(accepted ? undefined : '23514')
    expect((await storedRow('call_flows', row.id)) !== undefined).toBe(accepted)
  })

  test('claims its number and its feature code', async () => {
    const tenant_id = await tenantId()
    const flow = await insertRow('call_flows', await newCallFlow({ tenant_id, name: 'Front door' }))
    const refused = async (given: Given<'call_flows'>) =>
      insertRow(
        'call_flows',
        await newCallFlow({ tenant_id, number: '6501', feature_code: '*32', ...given }),
      ).catch((error) => error)
    expect(await refused({ number: '6500' })).toMatchObject({
      code: '23505',
      message: '6500 is already taken by the call flow Front door.',
    })
    expect(await refused({ feature_code: '*31' })).toMatchObject({
      code: '23505',
      message: '*31 is already taken by the call flow Front door.',
      detail: expect.stringContaining(flow.id),
    })
    expect(await refused({ feature_code: '*98' })).toMatchObject({
      message: '*98 is already taken by the feature code Check voicemail.',
    })
    expect(await query('select 1 from public.call_flows where tenant_id = $1', [tenant_id])).toHaveLength(1)
    await query('delete from public.call_flows where id = $1', [flow.id])
    expect(await query('select 1 from public.number_plan where record_id = $1', [flow.id])).toEqual([])
  })

  test('routes only to destinations of its own tenant in both states, and not to itself', async () => {
    const tenant_id = await tenantId()
    const stranger = await insertRow('extensions', await newExtension())
    const id = newId()
    for (const column of ['normal_destination_id', 'alternate_destination_id'] as const) {
      expect(
        await codeOf(insertRow('call_flows', await newCallFlow({ id, tenant_id, [column]: stranger.id }))),
      ).toBe('23503')
      expect(await codeOf(insertRow('call_flows', await newCallFlow({ id, tenant_id, [column]: id })))).toBe(
        '23514',
      )
      const row = { ...(await newCallFlow({ id, tenant_id })), [column]: undefined }
      expect(await codeOf(insertRow('call_flows', row as never))).toBe('23502')
    }
    expect(await storedRow('call_flows', id)).toBeUndefined()
  })

  test('plays sounds of its own tenant only', async () => {
    const { id, tenant_id } = await insertRow('recordings', await newRecording())
    for (const column of ['normal_recording_id', 'alternate_recording_id'] as const) {
      expect(await codeOf(insertRow('call_flows', await newCallFlow({ [column]: id })))).toBe('23503')
    }
    const both = await newCallFlow({ tenant_id, normal_recording_id: id, alternate_recording_id: id })
    expect(await codeOf(insertRow('call_flows', both))).toBeUndefined()
  })

  test('keeps its destinations from being deleted', async () => {
    const group = await insertRow('ring_groups', await newRingGroup())
    await insertRow(
      'call_flows',
      await newCallFlow({ tenant_id: group.tenant_id, alternate_destination_id: group.id }),
    )
    const { error } = await callers.tech.client.from('ring_groups').delete().eq('id', group.id)
    expect(error?.code).toBe('23503')
    expect(await storedRow('ring_groups', group.id)).toBeDefined()
  })

  test('keeps its PIN outside its row and deletes it with the row', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    const { client } = callers.tech
    const pin = (sealed: string) =>
      client.rpc('set_secret', {
        tenant: flow.tenant_id,
        owner_table: 'call_flows',
        owner: flow.id,
        field: 'pin',
        sealed,
      })
    expect((await pin('1234')).error?.code).toBe('23514')
    expect((await pin(SEALED)).error).toBeNull()
    expect(await query('select sealed from public.secrets where owner_id = $1', [flow.id])).toEqual([
      { sealed: SEALED },
    ])
    await client.from('call_flows').delete().eq('id', flow.id)
    expect(await query('select 1 from public.secrets where owner_id = $1', [flow.id])).toEqual([])
  })
})

describe('switching a call flow', () => {
  const switchTo = (
    flow: { id: string; tenant_id: string; version: number },
    to_state: string,
    given: { revert_at?: string; role?: Role } = {},
  ) =>
    callers[given.role ?? 'tech'].client.rpc('switch_call_flow', {
      tenant: flow.tenant_id,
      flow: flow.id,
      to_state,
      expected_version: flow.version,
      revert_at: given.revert_at,
    })

  test('stores the state, the user and the time, and leaves one audit entry', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    const before = Date.now()
    const { data } = await switchTo(flow, 'alternate')
    expect(data).toMatchObject({
      state: 'alternate',
      version: 2,
      switched_by: 'Field technician',
      reverts_at: null,
    })
    const { switched_at } = (await storedRow('call_flows', flow.id)) as { switched_at: string }
    expect(Date.parse(switched_at)).toBeGreaterThanOrEqual(before - 1000)
    expect(
      await query(
        'select action, actor, changes from public.audit_log where record_id = $1 and action = $2',
        [flow.id, 'update'],
      ),
    ).toEqual([
      {
        action: 'update',
        actor: callers.tech.userId,
        changes: expect.objectContaining({ state: ['normal', 'alternate'] }),
      },
    ])
  })

  test('is done once if it is repeated because its response was lost', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    const revert_at = new Date(Date.now() + 3_600_000).toISOString()
    for (let n = 0; n < 2; n += 1) expect((await switchTo(flow, 'alternate', { revert_at })).error).toBeNull()
    expect((await switchTo(flow, 'alternate')).error?.code).toBe('TR409')
    // Somebody else was not the one who switched it.
    expect((await switchTo(flow, 'alternate', { revert_at, role: 'admin' })).error?.code).toBe('TR409')
    expect(await storedRow('call_flows', flow.id)).toMatchObject({ state: 'alternate', version: 2 })
  })

  test.each<[Role, boolean]>([
    ['tech', true],
    ['admin', true],
    ['disabled', false],
    ['nomember', false],
    ['anon', false],
  ])('by %s is allowed: %s', async (role, allowed) => {
    const flow = await insertRow('call_flows', await newCallFlow())
    const { error } = await switchTo(flow, 'alternate', { role })
    if (!allowed) expect(error?.code).toBe('42501')
    expect(await storedRow('call_flows', flow.id)).toMatchObject({ state: allowed ? 'alternate' : 'normal' })
  })

  test('is refused when someone else has switched or deleted it', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    await switchTo(flow, 'alternate')
    expect((await switchTo(flow, 'normal')).error?.code).toBe('TR409')
    expect(await storedRow('call_flows', flow.id)).toMatchObject({ state: 'alternate', version: 2 })
    expect((await switchTo({ ...flow, id: newId() }, 'normal')).error?.code).toBe('TR410')
  })

  test('until a given time rejects a time in the past', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    const past = new Date(Date.now() - 60_000).toISOString()
    expect((await switchTo(flow, 'alternate', { revert_at: past })).error?.code).toBe('23514')
    expect(await storedRow('call_flows', flow.id)).toMatchObject({ state: 'normal', version: 1 })
    const { data } = await switchTo(flow, 'alternate', { revert_at: inAnHour() })
    expect(data).toMatchObject({ state: 'alternate', reverts_at: expect.any(String) })
  })

  test('by hand clears the scheduled switch', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    await switchTo(flow, 'alternate', { revert_at: inAnHour() })
    const { data } = await switchTo({ ...flow, version: 2 }, 'normal')
    expect(data).toMatchObject({ state: 'normal', reverts_at: null })
  })

  test('happens automatically at its time, and the audit log names the schedule', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    const other = await insertRow('call_flows', await newCallFlow())
    for (const one of [flow, other]) await switchTo(one, 'alternate', { revert_at: inAnHour() })
    const due = await letTimePass(flow.id)
    const revert = () => serviceClient().rpc('revert_due_call_flows')
    expect((await revert()).data).toBeGreaterThanOrEqual(1)
    const reverted = await storedRow('call_flows', flow.id)
    expect(reverted).toMatchObject({ state: 'normal', reverts_at: null, switched_by: '', switched_at: due })
    expect(await storedRow('call_flows', other.id)).toMatchObject({ state: 'alternate' })
    await revert()
    expect(await storedRow('call_flows', flow.id)).toEqual(reverted)
    const trail = await query(
      `select actor, actor_email, changes -> 'state' as state from public.audit_log where record_id = $1
       order by seq desc limit 1`,
      [flow.id],
    )
    expect(trail).toEqual([{ actor: null, actor_email: 'The schedule', state: ['alternate', 'normal'] }])
  })

  test('happens once when several servers run the job at the same time', async () => {
    const flows = await Promise.all(
      Array.from({ length: 6 }, async () => insertRow('call_flows', await newCallFlow())),
    )
    for (const flow of flows) await switchTo(flow, 'alternate', { revert_at: inAnHour() })
    for (const { id } of flows) await letTimePass(id)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => serviceClient().rpc('revert_due_call_flows')),
    )
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    const entries = await query(
      `select record_id, count(*)::int as count from public.audit_log
       where record_id = any ($1) and actor_email = 'The schedule' group by record_id`,
      [flows.map(({ id }) => id)],
    )
    expect(entries).toHaveLength(flows.length)
    for (const entry of entries) expect(entry).toMatchObject({ count: 1 })
  })

  test('skips a flow that is being saved until the next run', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    await switchTo(flow, 'alternate', { revert_at: inAnHour() })
    await letTimePass(flow.id)
    await rolledBack(async (saver) => {
      await saver.query('select from public.call_flows where id = $1 for update', [flow.id])
      expect((await serviceClient().rpc('revert_due_call_flows')).error).toBeNull()
    })
    expect(await storedRow('call_flows', flow.id)).toMatchObject({ state: 'alternate' })
    await serviceClient().rpc('revert_due_call_flows')
    expect(await storedRow('call_flows', flow.id)).toMatchObject({ state: 'normal' })
  })

  test('uses the state that is due, even if no job has run yet', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    await switchTo(flow, 'alternate', { revert_at: inAnHour() })
    await letTimePass(flow.id)
    const { version } = (await storedRow('call_flows', flow.id)) as { version: number }
    const { data } = await switchTo({ ...flow, version }, 'alternate')
    expect(data).toMatchObject({ state: 'alternate', reverts_at: null, switched_by: 'Field technician' })
  })

  test('is applied when a tenant’s state is read, in that tenant only', async () => {
    const flows = [
      await insertRow('call_flows', await newCallFlow()),
      await insertRow('call_flows', await newCallFlow()),
    ]
    for (const flow of flows) {
      await switchTo(flow, 'alternate', { revert_at: inAnHour() })
      await letTimePass(flow.id)
    }
    const states = await rolledBack(async (client) => {
      await client.query('select private.revert_due_call_flows($1)', [flows[0]?.tenant_id])
      return Promise.all(flows.map(async ({ id }) => (await storedRow('call_flows', id, client))?.state))
    })
    expect(states).toEqual(['normal', 'alternate'])
  })

  test('is attributed to the schedule, not to the user who triggers it', async () => {
    const flow = await insertRow('call_flows', await newCallFlow())
    await switchTo(flow, 'alternate', { revert_at: inAnHour() })
    await letTimePass(flow.id)
    await switchTo((await storedRow('call_flows', flow.id)) as typeof flow, 'alternate')
    const trail = await query(
      `select actor, actor_email, changes -> 'state' as state from public.audit_log where record_id = $1
       order by seq desc limit 2`,
      [flow.id],
    )
    expect(trail).toEqual([
      expect.objectContaining({ actor: callers.tech.userId, state: ['normal', 'alternate'] }),
      { actor: null, actor_email: 'The schedule', state: ['alternate', 'normal'] },
    ])
  })

  test.each(['superadmin', 'tech', 'nomember'] as const)(
    'is done only by the server, not by a %s',
    async (role) => {
      const { error } = await callers[role].client.rpc('revert_due_call_flows')
      expect(error?.code).toBe('42501')
    },
  )

  test('cannot be bypassed by a plain update', async () => {
    const row = await newCallFlow({ switched_by: 'Somebody', switched_at: '2020-01-01T00:00:00Z' })
    const { client } = callers.tech
    await client.from('call_flows').insert(row)
    expect(await storedRow('call_flows', row.id)).toMatchObject({ switched_by: '', switched_at: null })
    await client.from('call_flows').update({ switched_by: 'Somebody' }).eq('id', row.id)
    expect(await storedRow('call_flows', row.id)).toMatchObject({ switched_by: '' })
  })

  test('keeps the destination of either state from being deleted', async () => {
    const tenant_id = await tenantId()
    const extension = await insertRow('extensions', await newExtension({ tenant_id }))
    const flow = await insertRow(
      'call_flows',
      await newCallFlow({ tenant_id, normal_destination_id: extension.id }),
    )
    await switchTo(flow, 'alternate')
    expect(await storedRow('call_flows', flow.id)).toMatchObject({
      normal_destination_id: extension.id,
      alternate_destination_id: await hangUpOf(tenant_id),
    })
  })
})
