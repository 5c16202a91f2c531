import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { failure, query, rolledBack } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { hangUpOf } from '../support/factories/routing'
import { type Given, insertRow, newId, unique } from '../support/factories/row'

const CHECK_VIOLATION = '23514'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

async function newMenu(number = '7000') {
  const { tenant } = await insertTenant(`Menus ${unique()}`, { extension_limit: 50 })
  return { tenantId: tenant.id, destination: await hangUpOf(tenant.id), id: newId(), number }
}

type Menu = Awaited<ReturnType<typeof newMenu>>
type Option = Given<'ivr_menu_options'> & { id: string; digits: string }

const option = (digits: string, given: Given<'ivr_menu_options'> = {}): Option => ({
  id: newId(),
  digits,
  ...given,
})

async function save(
  { tenantId, destination, id, number }: Menu,
  version: number | null,
  options: Option[],
  values: Given<'ivr_menus'> = {},
) {
  const { data, error } = await callers.tech.client.rpc('save_record', {
    target_table: 'ivr_menus',
    record: id,
    tenant: tenantId,
    expected_version: version as number,
    record_values: { name: 'Main menu', number, ...values },
    children: {
      ivr_menu_options: {
        parent: 'ivr_menu_id',
        rows: options.map((one, position) => ({ destination_id: destination, ...one, position })),
      },
    } as never,
  })
  return { version: (data as { version: number } | null)?.version ?? null, error }
}

const addExtension = (tenantId: string, extension: string) =>
  callers.tech.client.from('extensions').insert({
    id: newId(),
    tenant_id: tenantId,
    extension,
    effective_caller_id_name: 'Lobby',
  } as never)

const storedDigits = async (menu: string) =>
  (
    await query<{ digits: string }>(
      'select digits from public.ivr_menu_options where ivr_menu_id = $1 order by position',
      [menu],
    )
  ).map(({ digits }) => digits)

describe('an IVR menu', () => {
  test('is saved with its options in one step, even if two options swap digits', async () => {
    const menu = await newMenu()
    const [one, two] = [option('1'), option('2')]
    const created = await save(menu, null, [one, two])
    expect(created.error).toBeNull()
    expect(await storedDigits(menu.id)).toEqual(['1', '2'])
    const swapped = await save(menu, created.version, [
      { ...one, digits: '2' },
      { ...two, digits: '1' },
      option('#'),
    ])
    expect(swapped.error).toBeNull()
    expect(await storedDigits(menu.id)).toEqual(['2', '1', '#'])
  })

  test('is not saved with two options on the same digits', async () => {
    const menu = await newMenu()
    expect((await save(menu, null, [option('1'), option('1')])).error?.code).toBe(UNIQUE_VIOLATION)
    expect(await query('select 1 from public.ivr_menus where id = $1', [menu.id])).toEqual([])
  })

  test('refuses an option with more digits than it collects', async () => {
    const menu = await newMenu()
    expect((await save(menu, null, [option('12')], { digit_length: 1 })).error).toMatchObject({
      code: CHECK_VIOLATION,
      message: 'Option 12 has more digits than the menu collects (1).',
    })
    const created = await save(menu, null, [option('12')], { digit_length: 2 })
    expect(created.error).toBeNull()
    expect((await save(menu, created.version, [option('12')], { digit_length: 1 })).error?.code).toBe(
      CHECK_VIOLATION,
    )
    const shorter = await callers.tech.client.from('ivr_menus').update({ digit_length: 1 }).eq('id', menu.id)
    expect(shorter.error?.code).toBe(CHECK_VIOLATION)
  })

  test('shows its number of options and its parent menus', async () => {
    const menu = await newMenu()
    const sub: Menu = { ...menu, id: newId(), number: '7001' }
    await save(sub, null, [
      option('1'),
      option('2', { enabled: false }),
      option('9', { destination_id: sub.id }),
    ])
    await save(menu, null, [option('1', { destination_id: sub.id })], { name: 'Front menu' })
    const { data } = await callers.tech.client.rpc('record_page', {
      target_table: 'ivr_menus',
      tenant: menu.tenantId,
      sort_by: 'number',
    })
    expect(data).toMatchObject([
      { number: '7000', option_count: 1, parents: [] },
      { number: '7001', option_count: 2, parents: [{ id: menu.id, number: '7000', name: 'Front menu' }] },
    ])
  })

  test('cannot route calls to another tenant or play its recordings', async () => {
    const [mine, theirs] = [await newMenu(), await newMenu()]
    const recording = await insertRow(
      'recordings',
      await FACTORIES.recordings({ tenant_id: theirs.tenantId }),
    )
    const strangers = [
      save(mine, null, [option('1', { destination_id: theirs.destination })]),
      save(mine, null, [], { exit_destination_id: theirs.destination }),
      save(mine, null, [], { greet_long_recording_id: recording.id }),
      save(mine, null, [], { exit_sound_recording_id: recording.id }),
    ]
    for (const { error } of await Promise.all(strangers)) expect(error?.code).toBe(FOREIGN_KEY_VIOLATION)
    const own = await insertRow('recordings', await FACTORIES.recordings({ tenant_id: mine.tenantId }))
    expect((await save(mine, null, [], { greet_long_recording_id: own.id })).error).toBeNull()
    const { data: uses } = await callers.tech.client.rpc('used_by', {
      target_table: 'recordings',
      target: own.id,
    })
    expect(uses).toMatchObject([{ table_name: 'ivr_menus', column_name: 'greet_long_recording_id' }])
  })
})

describe('direct dial', () => {
  test('refuses an option whose digits are a number in use by the tenant', async () => {
    const menu = await newMenu()
    await addExtension(menu.tenantId, '12')
    const direct = { digit_length: 4, direct_dial: true }
    expect((await save(menu, null, [option('12')], direct)).error).toMatchObject({
      code: CHECK_VIOLATION,
      message: 'Direct dial uses 12 for the extension Lobby. Choose other digits, or turn direct dial off.',
    })
    expect(await query('select 1 from public.ivr_menus where id = $1', [menu.id])).toEqual([])
  })

  test.each([
    ['digits that begin a number', '1'],
    ['digits that extend a number', '120'],
    ['a star, which no number has', '*1'],
  ])('leaves %s to the menu', async (_what, digits) => {
    const menu = await newMenu()
    await addExtension(menu.tenantId, '12')
    const direct = { digit_length: 4, direct_dial: true }
    expect((await save(menu, null, [option(digits)], direct)).error).toBeNull()
  })

  test('does not restrict options until it is switched on', async () => {
    const menu = await newMenu()
    await addExtension(menu.tenantId, '12')
    const created = await save(menu, null, [option('12')], { digit_length: 4 })
    expect(created.error).toBeNull()
    const on = { digit_length: 4, direct_dial: true }
    expect((await save(menu, created.version, [option('12')], on)).error?.code).toBe(CHECK_VIOLATION)
    expect((await save(menu, created.version, [option('13')], on)).error).toBeNull()
  })

  test('blocks a new number that is already used as an option', async () => {
    const menu = await newMenu()
    await save(menu, null, [option('12')], { digit_length: 4, direct_dial: true })
    expect((await addExtension(menu.tenantId, '12')).error).toMatchObject({
      code: CHECK_VIOLATION,
      message: '12 is an option of the IVR menu Main menu, which has direct dial on.',
    })
    expect((await addExtension(menu.tenantId, '13')).error).toBeNull()
    const other = await newMenu()
    expect((await addExtension(other.tenantId, '12')).error).toBeNull()
  })

  test('rejects one of two conflicting writes at the same moment', async () => {
    const menu = await newMenu()
    await save(menu, null, [], { digit_length: 4, direct_dial: true })
    const clients = [0, 1].map(() => new pg.Client({ connectionString: inject('supabase').databaseUrl }))
    const [first, second] = clients as [pg.Client, pg.Client]
    try {
      await Promise.all(clients.map((client) => client.connect()))
      await first.query('begin')
      await first.query('insert into public.extensions (tenant_id, extension) values ($1, $2)', [
        menu.tenantId,
        '12',
      ])
      const { tenantId, destination, id } = menu
      const adding = second.query(
        'insert into public.ivr_menu_options (tenant_id, ivr_menu_id, digits, destination_id) values ($1, $2, $3, $4)',
        [tenantId, id, '12', destination],
      )
      const outcome = adding.then(
        () => 'stored',
        (error: pg.DatabaseError) => error.code,
      )
      await first.query('commit')
      expect(await outcome).toBe(CHECK_VIOLATION)
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  })
})

describe('the limits of a menu', () => {
  const limits: [field: string, refused: unknown[], taken: unknown[]][] = [
    ['number', ['1', '12345678', '70*0'], ['10', '9999999']],
    ['name', ['', ' ', 'x'.repeat(76)], ['x'.repeat(75)]],
    ['timeout_ms', [0, 60_001], [1, 60_000]],
    ['inter_digit_timeout_ms', [0, 10_001], [1, 10_000]],
    ['max_failures', [0, 11], [1, 10]],
    ['max_timeouts', [0, 11], [1, 10]],
    ['digit_length', [0, 7], [1, 6]],
    ['caller_id_name_prefix', ['x'.repeat(21)], ['', 'x'.repeat(20)]],
    ['description', ['x'.repeat(256)], ['x'.repeat(255)]],
  ]
  test.each(limits)('%s rejects %j and accepts %j', async (field, refused, taken) => {
    const menu = await FACTORIES.ivr_menus()
    await rolledBack(async (client) => {
      for (const value of refused) {
        expect(await insertFailure(client, 'ivr_menus', { ...menu, [field]: value })).toBe(CHECK_VIOLATION)
      }
      for (const value of taken) {
        const row = { ...menu, number: `9${taken.indexOf(value)}`, id: newId(), [field]: value }
        expect(await insertFailure(client, 'ivr_menus', row)).toBeUndefined()
      }
    })
  })

  test('allow digits, stars and pound signs as options', async () => {
    const row = await FACTORIES.ivr_menu_options()
    await rolledBack(async (client) => {
      for (const digits of ['', 'A', '1 ', '1234567', '٣', '+1']) {
        expect(await insertFailure(client, 'ivr_menu_options', { ...row, digits })).toBe(CHECK_VIOLATION)
      }
      for (const digits of ['0', '*', '#', '*69', '123456']) {
        const given = { ...row, id: newId(), digits }
        expect(await insertFailure(client, 'ivr_menu_options', given)).toBeUndefined()
      }
    })
  })
})

describe('tenant_routing', () => {
  test('returns all routing of a tenant at once, with options and rules in order', async () => {
    const menu = await newMenu()
    await save(menu, null, [option('2'), option('1')])
    const rule = await insertRow(
      'time_condition_rules',
      await FACTORIES.time_condition_rules({ tenant_id: menu.tenantId }),
    )
    const { data } = await callers.tech.client.rpc('tenant_routing', { tenant: menu.tenantId })
    expect(data).toMatchObject({
      zone: 'America/Denver',
      time_conditions: [{ id: rule.time_condition_id, zone: 'America/Denver', rules: [{ id: rule.id }] }],
      ivr_menus: [{ id: menu.id, options: [{ digits: '2' }, { digits: '1' }] }],
    })
    const { destinations } = data as { destinations: { id: string }[] }
    expect(destinations.map(({ id }) => id)).toEqual(
      expect.arrayContaining([menu.id, menu.destination, rule.time_condition_id]),
    )
  })

  test('returns nothing to users who may not view the tenant', async () => {
    const menu = await newMenu()
    await save(menu, null, [])
    for (const role of ['disabled', 'nomember'] as const) {
      const { data, error } = await callers[role].client.rpc('tenant_routing', { tenant: menu.tenantId })
      expect({ data, error }, role).toEqual({ data: null, error: null })
    }
    const { error } = await callers.anon.client.rpc('tenant_routing', { tenant: menu.tenantId })
    expect(error?.code).toBe('42501')
  })
})

function insertFailure(client: pg.Client, table: string, row: object) {
  const columns = Object.keys(row).join(', ')
  return failure(
    client,
    `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_record(null::public.${table}, $1)`,
    [JSON.stringify(row)],
  )
}
