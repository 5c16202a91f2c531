import { beforeAll, describe, expect, test } from 'vitest'
import { HOLIDAY_KEYS } from '@/lib/telephony/holidays'
import type { TimeRange } from '@/lib/telephony/schedule'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { failure, query, rolledBack } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { hangUpOf } from '../support/factories/routing'
import { type Given, newId, unique } from '../support/factories/row'

const CHECK_VIOLATION = '23514'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

async function newCondition() {
  const { tenant } = await insertTenant(`Schedules ${unique()}`, { time_zone: 'America/Denver' })
  const destination = await hangUpOf(tenant.id)
  return { tenant, destination, id: newId() }
}

const storedRules = (condition: string) =>
  query<{ name: string; position: number; weekdays: number[]; time_ranges: TimeRange[] }>(
    'select name, position, weekdays, time_ranges from public.time_condition_rules where time_condition_id = $1 order by position',
    [condition],
  )

function save(
  caller: Caller,
  { tenant, destination, id }: Awaited<ReturnType<typeof newCondition>>,
  version: number | null,
  rules: Given<'time_condition_rules'>[],
  number = '5000',
) {
  return caller.client.rpc('save_record', {
    target_table: 'time_conditions',
    record: id,
    tenant: tenant.id,
    expected_version: version as number,
    record_values: { name: 'Office hours', number, otherwise_destination_id: destination },
    children: {
      time_condition_rules: {
        parent: 'time_condition_id',
        rows: rules.map((rule, position) => ({ destination_id: destination, ...rule, position })),
      },
    } as never,
  })
}

describe('a time condition', () => {
  test('is saved with its rules in one step, and saved again with different ones', async () => {
    const condition = await newCondition()
    const first = { id: newId(), name: 'Weekdays', weekdays: [1, 2, 3, 4, 5], time_ranges: [[540, 1020]] }
    const second = { id: newId(), name: 'Night', time_ranges: [[1320, 120]] }
    const created = await save(callers.tech, condition, null, [first, second])
    expect(created.error).toBeNull()
    expect(await storedRules(condition.id)).toMatchObject([
      { name: 'Weekdays', weekdays: [1, 2, 3, 4, 5], time_ranges: [[540, 1020]] },
      { name: 'Night', weekdays: [], time_ranges: [[1320, 120]] },
    ])
    const { version } = created.data as { version: number }
    expect((await save(callers.tech, condition, version, [second])).error).toBeNull()
    expect(await storedRules(condition.id)).toMatchObject([{ name: 'Night', position: 0 }])
  })

  test('is not saved at all if one rule is rejected', async () => {
    const condition = await newCondition()
    const { error } = await save(callers.tech, condition, null, [
      { id: newId(), name: 'Good' },
      { id: newId(), name: 'Bad', weekdays: [7] },
    ])
    expect(error?.code).toBe(CHECK_VIOLATION)
    expect(await query('select 1 from public.time_conditions where id = $1', [condition.id])).toEqual([])
  })

  test('rejects a save over a newer version', async () => {
    const condition = await newCondition()
    const created = await save(callers.tech, condition, null, [])
    const { version } = created.data as { version: number }
    expect(
      (await save(callers.admin, condition, version, [{ id: newId(), name: 'Theirs' }])).error,
    ).toBeNull()
    expect((await save(callers.tech, condition, version, [])).error?.code).toBe('TR409')
    expect(await storedRules(condition.id)).toMatchObject([{ name: 'Theirs' }])
  })

  test('logs one change with its rules, which can be undone', async () => {
    const condition = await newCondition()
    const created = await save(callers.tech, condition, null, [{ id: newId(), name: 'Weekdays' }])
    await save(callers.tech, condition, (created.data as { version: number }).version, [], '5001')
    const { data: history } = await callers.tech.client.rpc('record_history', {
      target_table: 'time_conditions',
      record: condition.id,
    })
    expect(history?.map(({ table_name, action }) => `${action} ${table_name}`).sort()).toEqual([
      'delete time_condition_rules',
      'insert time_condition_rules',
      'insert time_conditions',
      'update time_conditions',
    ])
    const entry = history?.find(({ action }) => action === 'delete')
    expect((await callers.tech.client.rpc('revert_entry', { entry: entry?.id ?? '' })).error).toBeNull()
    expect(await storedRules(condition.id)).toMatchObject([{ name: 'Weekdays' }])
    expect(await query('select number from public.time_conditions where id = $1', [condition.id])).toEqual([
      { number: '5000' },
    ])
  })

  test('reserves its number and is a destination', async () => {
    const condition = await newCondition()
    await save(callers.tech, condition, null, [])
    const { tenant, destination } = condition
    const { data } = await callers.tech.client.rpc('tenant_destinations', { tenant: tenant.id })
    expect(data).toContainEqual({
      id: condition.id,
      kind: 'time_conditions',
      number: '5000',
      name: 'Office hours',
      enabled: true,
      domain: tenant.domain,
    })
    const again = await save(callers.tech, { tenant, destination, id: newId() }, null, [])
    expect(again.error).toMatchObject({
      code: UNIQUE_VIOLATION,
      message: '5000 is already taken by the time condition Office hours.',
    })
  })

  test('can be deleted only after everything that routes to it is redirected', async () => {
    const target = await newCondition()
    await save(callers.tech, target, null, [])
    const user = { ...target, id: newId() }
    await save(
      callers.tech,
      user,
      null,
      [{ id: newId(), name: 'Weekdays', destination_id: target.id }],
      '5001',
    )
    const remove = () => callers.tech.client.from('time_conditions').delete().eq('id', target.id)
    expect((await remove()).error?.code).toBe(FOREIGN_KEY_VIOLATION)
    const { data: uses } = await callers.tech.client.rpc('used_by', {
      target_table: 'time_conditions',
      target: target.id,
    })
    expect(uses).toEqual([
      {
        table_name: 'time_conditions',
        record_id: user.id,
        column_name: 'destination_id',
        label: 'Office hours',
        goes: null,
        personal: false,
      },
    ])
    await callers.tech.client.rpc('repoint', {
      target_table: 'time_conditions',
      target: target.id,
      to_destination: target.destination,
    })
    expect((await remove()).error).toBeNull()
    expect(await query('select 1 from public.destinations where id = $1', [target.id])).toEqual([])
  })

  test('is deleted with its tenant', async () => {
    const condition = await newCondition()
    await save(callers.tech, condition, null, [{ id: newId(), destination_id: condition.destination }])
    await query('delete from public.tenants where id = $1', [condition.tenant.id])
    expect(await storedRules(condition.id)).toEqual([])
  })

  test('cannot route calls to another tenant', async () => {
    const [mine, theirs] = [await newCondition(), await newCondition()]
    const asOtherwise = await save(callers.tech, { ...mine, destination: theirs.destination }, null, [])
    expect(asOtherwise.error?.code).toBe(FOREIGN_KEY_VIOLATION)
    const asRule = await save(callers.tech, mine, null, [{ id: newId(), destination_id: theirs.destination }])
    expect(asRule.error?.code).toBe(FOREIGN_KEY_VIOLATION)
  })

  test("lists its rules in order and its time zone, the tenant's by default", async () => {
    const condition = await newCondition()
    await save(callers.tech, condition, null, [
      { id: newId(), name: 'First' },
      { id: newId(), name: 'Second' },
    ])
    const shown = async () => {
      const { data } = await callers.tech.client.rpc('record_page', {
        target_table: 'time_conditions',
        tenant: condition.tenant.id,
      })
      return (data as unknown as { zone: string; rules: { name: string }[] }[] | null)?.[0]
    }
    expect(await shown()).toMatchObject({
      zone: 'America/Denver',
      rules: [{ name: 'First' }, { name: 'Second' }],
    })
    await callers.tech.client
      .from('time_conditions')
      .update({ time_zone: 'Australia/Lord_Howe' })
      .eq('id', condition.id)
    expect(await shown()).toMatchObject({ zone: 'Australia/Lord_Howe' })
  })

  test('is hidden from users who may not view telephony', async () => {
    const condition = await newCondition()
    await save(callers.tech, condition, null, [])
    for (const role of ['disabled', 'nomember'] as const) {
      const { data } = await callers[role].client
        .from('time_condition_schedules')
        .select('id')
        .eq('id', condition.id)
      expect(data ?? []).toEqual([])
    }
    expect(
      (await save(callers.nomember, { ...condition, id: newId() }, null, [], '5001')).error,
    ).not.toBeNull()
  })
})

describe('the limits of a time condition', () => {
  test.each([
    [{ number: '1' }],
    [{ number: '12345678' }],
    [{ number: '50a0' }],
    [{ name: ' ' }],
    [{ name: 'x'.repeat(76) }],
    [{ time_zone: 'Mars/Olympus' }],
    [{ time_zone: 'posix/UTC' }],
    [{ description: 'x'.repeat(256) }],
  ])('reject %j', async (given) => {
    const row = await FACTORIES.time_conditions(given)
    await rolledBack(async (client) => {
      expect(await failureOf(client, 'time_conditions', row)).toBe(CHECK_VIOLATION)
    })
  })

  test.each([
    [{ number: '10' }],
    [{ number: '9999999' }],
    [{ name: 'x'.repeat(75) }],
    [{ time_zone: 'Australia/Lord_Howe' }],
    [{ time_zone: null }],
  ])('accept %j', async (given) => {
    const row = await FACTORIES.time_conditions(given)
    await rolledBack(async (client) => {
      expect(await failureOf(client, 'time_conditions', row)).toBeUndefined()
    })
  })
})

describe('the limits of a rule', () => {
  test.each<[string, unknown]>([
    ['weekdays', [7]],
    ['weekdays', [-1]],
    ['weekdays', [null]],
    ['months', [0]],
    ['months', [13]],
    ['month_days', [0]],
    ['month_days', [32]],
    ['month_days', [null]],
    ['month_weeks', [0]],
    ['month_weeks', [6]],
    ['month_weeks', [-2]],
    ['holidays', ['birthday']],
    ['state', 'ajar'],
    ['position', -1],
    ['time_ranges', [[0, 1440]]],
    ['time_ranges', [[-1, 5]]],
    ['time_ranges', [[540, 540]]],
    ['time_ranges', [[540]]],
    ['time_ranges', [[540, 600, 660]]],
    ['time_ranges', [['540', 600]]],
    ['time_ranges', [[540.5, 600]]],
    ['time_ranges', [[null, 600]]],
    ['time_ranges', [540, 600]],
    ['time_ranges', { start: 540 }],
    ['time_ranges', Array.from({ length: 13 }, () => [0, 1])],
  ])('reject %s %j', async (field, value) => {
    const row = await FACTORIES.time_condition_rules({ [field]: value })
    await rolledBack(async (client) => {
      expect(await failureOf(client, 'time_condition_rules', row)).toBe(CHECK_VIOLATION)
    })
  })

  test('reject dates in the wrong order', async () => {
    const row = await FACTORIES.time_condition_rules({ date_from: '2026-02-02', date_to: '2026-02-01' })
    await rolledBack(async (client) => {
      expect(await failureOf(client, 'time_condition_rules', row)).toBe(CHECK_VIOLATION)
    })
  })

  test.each<[string, unknown]>([
    ['weekdays', [0, 1, 2, 3, 4, 5, 6]],
    ['months', [1, 12]],
    ['month_days', [1, 31]],
    ['month_weeks', [-1, 1, 5]],
    ['holidays', HOLIDAY_KEYS],
    ['state', 'closed'],
    ['time_ranges', []],
    ['time_ranges', [[0, 1439]]],
    ['time_ranges', [[1320, 120]]],
    ['time_ranges', [[1080, 0]]],
    ['date_from', '2026-02-02'],
  ])('accept %s %j', async (field, value) => {
    const row = await FACTORIES.time_condition_rules({ [field]: value })
    await rolledBack(async (client) => {
      expect(await failureOf(client, 'time_condition_rules', row)).toBeUndefined()
    })
  })
})

function failureOf(client: Parameters<typeof failure>[0], table: string, row: object) {
  const columns = Object.keys(row).join(', ')
  return failure(
    client,
    `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_record(null::public.${table}, $1)`,
    [JSON.stringify(row)],
  )
}
