import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { extensionsOf } from '@/lib/telephony/extension-client'
import { callerIdName } from '@/lib/telephony/extension-name'
import { MAX_RANGE_LENGTH } from '@/lib/telephony/extension-range'
import { extensionsOutOfService } from '@/lib/telephony/extension-service'
import { NO_CALL } from '@/lib/telephony/simulator/started-call'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRegistered } from '../support/factories/emergency'
import { type Given, insertRow, newId } from '../support/factories/row'
import { SEALED, VAULT } from '../support/vault'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const makeTenant = async (given: Given<'tenants'> = {}) => insertRow('tenants', await newTenant(given))
const makeExtension = async (given: Given<'extensions'> = {}) =>
  insertRow('extensions', await FACTORIES.extensions(given))
const change = (id: string, values: Given<'extensions'>) =>
  callers.tech.client.from('extensions').update(values).eq('id', id)
const numbersOf = async (tenantId: string) =>
  (
    await query<{ extension: string }>(
      'select extension from public.extensions where tenant_id = $1 order by extension',
      [tenantId],
    )
  ).map(({ extension }) => extension)

describe('the columns of an extension', () => {
  test.each<[string, Given<'extensions'>]>([
    ['a first name of 61 characters', { first_name: 'x'.repeat(61) }],
    ['a last name of 61 characters', { last_name: 'x'.repeat(61) }],
    ['a caller ID number with letters', { effective_caller_id_number: '1001a' }],
    ['a voicemail address without a domain', { voicemail_email: 'night-desk' }],
    ['a call timeout of four seconds', { call_timeout: 4 }],
    ['a call limit of zero', { concurrent_limit: 0 }],
    ['an unknown recording mode', { recording: 'some' }],
    ['an unknown toll class', { toll_class: 'moon' }],
    ['the emergency number itself', { extension: '911' }],
    ['forwarding to nowhere', { forward_all_enabled: true }],
    ['busy forwarding to nowhere', { forward_busy_enabled: true }],
    ['no-answer forwarding to nowhere', { forward_no_answer_enabled: true }],
    ['not-registered forwarding to nowhere', { forward_not_registered_enabled: true }],
  ])('reject %s', async (_, values) => {
    const extension = await makeExtension()
    const { error } = await change(extension.id, values)
    expect(error?.code).toBe('23514')
    expect(await storedRow('extensions', extension.id)).toEqual(extension)
  })

  test('accept values at their limits', async () => {
    const { id } = await makeExtension()
    const values = {
      first_name: 'x'.repeat(60),
      effective_caller_id_number: '+12075550100',
      voicemail_email: 'night@desk.example',
      call_timeout: 600,
      concurrent_limit: 100,
      recording: 'all',
      toll_class: 'international',
    }
    expect((await change(id, values)).error).toBeNull()
    expect(await storedRow('extensions', id)).toMatchObject(values)
  })

  test('default to the values in docs/telephony.md', async () => {
    expect(await makeExtension()).toMatchObject({
      call_timeout: 30,
      concurrent_limit: 5,
      recording: 'none',
      do_not_disturb: false,
      suspended: false,
      listed_in_directory: true,
    })
  })
})

describe('the caller ID name of an extension', () => {
  const ANN = { first_name: 'Ann', last_name: 'Lee' }
  test.each<[string, Given<'extensions'>, string]>([
    ['the first and last name', ANN, 'Ann Lee'],
    ['the only name given', { last_name: 'Lee' }, 'Lee'],
    [
      'as much of them as it may have',
      { first_name: 'A'.repeat(40), last_name: 'B'.repeat(40) },
      `${'A'.repeat(40)} ${'B'.repeat(19)}`,
    ],
    ['empty if they are, too', { first_name: '', last_name: '' }, ''],
    ['the one given', { ...ANN, effective_caller_id_name: 'Front desk' }, 'Front desk'],
  ])('is %s', async (_, given, stored) => {
    expect(await makeExtension({ effective_caller_id_name: '', first_name: '', ...given })).toMatchObject({
      effective_caller_id_name: stored,
    })
  })

  test.each([
    [ANN.first_name, ANN.last_name],
    ['Ann', ''],
    ['', 'Lee'],
    ['', ''],
    ['Zoë', 'Müller–Ng'],
    ['A'.repeat(40), 'B'.repeat(40)],
    ['A'.repeat(59), 'Lee'],
    ['A'.repeat(60), 'Lee'],
  ])('is for “%s” and “%s” what the form sends', async (first_name, last_name) => {
    const person = { first_name, last_name }
    expect(await makeExtension({ ...person, effective_caller_id_name: '' })).toMatchObject({
      effective_caller_id_name: callerIdName(person),
    })
  })

  test('is the person’s again once its own is removed', async () => {
    const { id, version } = await makeExtension({ ...ANN, effective_caller_id_name: 'Front desk' })
    await change(id, { effective_caller_id_name: '', version: version + 1 }).throwOnError()
    expect(await storedRow('extensions', id)).toMatchObject({ effective_caller_id_name: 'Ann Lee' })
  })

  test.each([
    ['follows the person of a file without it', '', {}, 'Bob Ray'],
    ['stays in such a file if it is another', 'Front desk', {}, 'Front desk'],
    ['is what a file says', '', { effective_caller_id_name: 'Ann Lee' }, 'Ann Lee'],
  ])('%s', async (_, effective_caller_id_name, given, becomes) => {
    const { id, tenant_id, extension } = await makeExtension({ ...ANN, effective_caller_id_name })
    const asked = {
      target_table: 'extensions',
      tenant: tenant_id,
      key_columns: ['extension'],
      rows: [{ extension, first_name: 'Bob', last_name: 'Ray', ...given }],
      dry_run: false,
    }
    for (const outcome of ['update', 'unchanged']) {
      const { data } = await callers.tech.client.rpc('import_records', asked).throwOnError()
      expect(data).toMatchObject([{ outcome }])
      expect(await storedRow('extensions', id)).toMatchObject({ effective_caller_id_name: becomes })
    }
  })
})

describe('an extension that is renumbered', () => {
  const renumbered = async (given: Given<'extensions'>) => {
    const made = await makeExtension({ extension: '2001', ...given })
    return { ...made, renumber: () => change(made.id, { extension: '2555' }).throwOnError() }
  }

  test.each([
    ['2001', null],
    ['2002', '2002'],
    [null, null],
  ])('no longer sends its old number: a caller ID of %s becomes %s', async (given, sent) => {
    const { id, renumber } = await renumbered({ effective_caller_id_number: given })
    await renumber()
    expect(await storedRow('extensions', id)).toMatchObject({ effective_caller_id_number: sent })
  })

  test('takes along the keys, conditions and call expectations that name it by its digits, and no others', async () => {
    const { tenant_id, renumber } = await renumbered({})
    const keys = ['device_keys', 'device_profile_keys'] as const
    const stored: [string, string, unknown][] = []
    for (const table of keys)
      for (const [value, after] of [
        ['2001', '2555'],
        ['20011', '20011'],
      ])
        stored.push([
          table,
          (await insertRow(table, await FACTORIES[table]({ tenant_id, value }))).id,
          { value: after },
        ])
    for (const [match, after] of [
      ['exact', '2555'],
      ['prefix', '2001'],
    ] as const) {
      const condition = await FACTORIES.did_conditions({ tenant_id, match, caller: '2001' })
      stored.push(['did_conditions', (await insertRow('did_conditions', condition)).id, { caller: after }])
    }
    for (const [call, after] of [
      [{ extension: '2001' }, { extension: '2555' }],
      [{ to: '2001' }, { to: '2555' }],
      [{ phones: { 2001: 'busy', 20011: 'away' } }, { phones: { 2555: 'busy', 20011: 'away' } }],
      [{ extension: '20011', to: '20011', digits: '2001' }, {}],
    ]) {
      const question = { ...NO_CALL, to: '6000', ...call }
      const expected = await FACTORIES.call_expectations({ tenant_id, question })
      const { id } = await insertRow('call_expectations', expected)
      stored.push(['call_expectations', id, { question: { ...question, ...after } }])
    }
    const question = { ...NO_CALL, to: '2001' }
    const foreign = [
      ['device_keys', { value: '2001' }],
      ['device_profile_keys', { value: '2001' }],
      ['did_conditions', { match: 'exact', caller: '2001' }],
      ['call_expectations', { question }],
    ] as const
    for (const [table, given] of foreign)
      stored.push([table, (await insertRow(table, await FACTORIES[table](given))).id, given])
    await renumber()
    for (const [table, id, after] of stored) expect(await storedRow(table, id)).toMatchObject(after as object)
  })
})

describe('forwarding', () => {
  test('routes to another extension, even after that is renumbered', async () => {
    const target = await makeExtension({ extension: '2001' })
    const { id } = await makeExtension({ extension: '2002', tenant_id: target.tenant_id })
    const values = { forward_busy_enabled: true, forward_busy_destination_id: target.id }
    expect((await change(id, values)).error).toBeNull()
    expect((await change(target.id, { extension: '2555' })).error).toBeNull()
    const [route] = await query(
      `select d.number from public.extensions e
       join public.destinations d on d.id = e.forward_busy_destination_id where e.id = $1`,
      [id],
    )
    expect(route).toEqual({ number: '2555' })
  })

  test('can route to its own voicemail, which is deleted with it', async () => {
    const { id } = await makeExtension()
    const [voicemail] = await query<{ id: string }>(
      "select id from public.destinations where kind = 'voicemails' and record_id = $1",
      [id],
    )
    const values = { forward_no_answer_enabled: true, forward_no_answer_destination_id: voicemail?.id }
    expect((await change(id, values)).error).toBeNull()
    expect((await callers.tech.client.from('extensions').delete().eq('id', id)).error).toBeNull()
    expect(await storedRow('extensions', id)).toBeUndefined()
  })

  test('cannot route back to the extension itself', async () => {
    const { id } = await makeExtension()
    for (const what of ['all', 'busy', 'no_answer', 'not_registered']) {
      expect((await change(id, { [`forward_${what}_destination_id`]: id })).error?.code).toBe('23514')
    }
  })

  test('cannot route to another tenant', async () => {
    const { id } = await makeExtension()
    const elsewhere = await makeExtension()
    expect((await change(id, { forward_all_destination_id: elsewhere.id })).error?.code).toBe('23503')
    const { tenant_id } = elsewhere
    const row = await FACTORIES.extension_follow_me({ extension_id: id, tenant_id })
    expect((await callers.tech.client.from('extension_follow_me').insert(row)).error?.code).toBe('23503')
  })

  test('keeps its target from being deleted', async () => {
    const target = await makeExtension()
    const { id } = await makeExtension({ tenant_id: target.tenant_id, extension: '2002' })
    await change(id, { forward_all_destination_id: target.id })
    expect((await callers.tech.client.from('extensions').delete().eq('id', target.id)).error?.code).toBe(
      '23503',
    )
    expect(await storedRow('extensions', target.id)).toBeDefined()
  })

  test('is followed by a group only to what it can ring, also on do not disturb', async () => {
    const target = await makeExtension()
    const { tenant_id } = target
    const [mailbox] = await query<{ id: string }>(
      "select id from public.destinations where kind = 'voicemails' and record_id = $1",
      [target.id],
    )
    const forwarding = async (extension: string, to: string | undefined, do_not_disturb: boolean) =>
      makeExtension({
        tenant_id,
        extension,
        do_not_disturb,
        forward_all_enabled: true,
        forward_all_destination_id: to,
      })
    const suspended = await makeExtension({ tenant_id, extension: '2006', suspended: true })
    const members = await Promise.all([
      forwarding('2002', target.id, true),
      forwarding('2003', mailbox?.id, true),
      forwarding('2004', mailbox?.id, false),
      forwarding('2005', suspended.id, false),
    ])
    const ids = members.map(({ id }) => id)
    const flags = async (follows: boolean) => {
      const found = await extensionsOutOfService(callers.tech.client, ids, follows)
      return ids.map((id) => found.get(id))
    }
    expect(await flags(true)).toEqual([
      undefined,
      'Do not disturb',
      'Forwarded elsewhere',
      'Forwarded elsewhere',
    ])
    expect(await flags(false)).toEqual(['Do not disturb', 'Do not disturb', undefined, undefined])
  })
})

describe('follow me', () => {
  const followers = async () => {
    const extension = await makeExtension()
    const of = (given: Given<'extension_follow_me'>) =>
      FACTORIES.extension_follow_me({ tenant_id: extension.tenant_id, extension_id: extension.id, ...given })
    return { extension, of, table: callers.tech.client.from('extension_follow_me') }
  }

  test('has at most five targets', async () => {
    const { extension, of, table } = await followers()
    for (const position of [1, 2, 3, 4, 5]) {
      expect((await table.insert(await of({ position }))).error).toBeNull()
    }
    expect((await table.insert(await of({ position: 6 }))).error?.code).toBe('23514')
    expect((await table.insert(await of({ position: 5 }))).error?.code).toBe('23505')
    const stored = await query('select 1 from public.extension_follow_me where extension_id = $1', [
      extension.id,
    ])
    expect(stored).toHaveLength(5)
  })

  test('cannot ring the extension itself, or for zero seconds', async () => {
    const { extension, of, table } = await followers()
    expect((await table.insert(await of({ target_destination_id: extension.id }))).error?.code).toBe('23514')
    expect((await table.insert(await of({ timeout: 4 }))).error?.code).toBe('23514')
    expect((await table.insert(await of({ delay: 301 }))).error?.code).toBe('23514')
  })

  test('is deleted with its extension', async () => {
    const { extension, of, table } = await followers()
    const row = await of({})
    await table.insert(row)
    await callers.tech.client.from('extensions').delete().eq('id', extension.id)
    expect(await storedRow('extension_follow_me', row.id)).toBeUndefined()
  })
})

describe('caller IDs', () => {
  test('must be numbers of the tenant', async () => {
    const { id } = await makeExtension()
    const elsewhere = await insertRegistered('confirmed')
    expect((await change(id, { outbound_did_id: elsewhere.id })).error?.code).toBe('23503')
    expect((await change(id, { emergency_did_id: elsewhere.id })).error?.code).toBe('23503')
  })
})

describe('the seats of a tenant', () => {
  test('cannot exceed the limit, and the error has the figures', async () => {
    const tenant = await makeTenant({ extension_limit: 1 })
    await makeExtension({ tenant_id: tenant.id })
    const row = await FACTORIES.extensions({ tenant_id: tenant.id, extension: '2002' })
    const { error } = await callers.tech.client.from('extensions').insert(row)
    expect(error).toMatchObject({
      code: '23514',
      message: 'This tenant has 1 of 1 extension seats in use.',
    })
    expect(await numbersOf(tenant.id)).toEqual(['2001'])
  })

  test('are counted separately for each tenant in one statement', async () => {
    const [full, other] = [await makeTenant({ extension_limit: 0 }), await makeTenant({ extension_limit: 5 })]
    const rows = await Promise.all(
      [full, other, other].map(({ id }, n) =>
        FACTORIES.extensions({ tenant_id: id, extension: String(2001 + n) }),
      ),
    )
    const { error } = await callers.tech.client.from('extensions').insert(rows)
    expect(error?.message).toBe('This tenant has 0 of 0 extension seats in use.')
  })

  test('can be added again when the limit is raised', async () => {
    const tenant = await makeTenant({ extension_limit: 0 })
    const row = await FACTORIES.extensions({ tenant_id: tenant.id })
    expect((await callers.tech.client.from('extensions').insert(row)).error?.code).toBe('23514')
    await callers.admin.client.from('tenants').update({ extension_limit: 1 }).eq('id', tenant.id)
    expect((await callers.tech.client.from('extensions').insert(row)).error).toBeNull()
  })

  test('give the last one to only one of two concurrent requests', async () => {
    const tenant = await makeTenant({ extension_limit: 1 })
    const rows = await Promise.all(
      ['2001', '2002', '2003'].map((extension) => FACTORIES.extensions({ tenant_id: tenant.id, extension })),
    )
    const answers = await Promise.all(rows.map((row) => callers.tech.client.from('extensions').insert(row)))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(await numbersOf(tenant.id)).toHaveLength(1)
  })
})

describe('add_extensions', () => {
  const rows = (...numbers: string[]) =>
    numbers.map((extension) => ({ id: newId(), extension, effective_caller_id_name: `Desk ${extension}` }))
  const add = (tenant: string, new_rows: ReturnType<typeof rows>, role: Role = 'tech') =>
    callers[role].client.rpc('add_extensions', { tenant, new_rows })

  test('adds all extensions, with defaults for everything not given', async () => {
    const { id } = await makeTenant()
    const wanted = rows('2001', '2002', '2003')
    expect(await add(id, wanted)).toMatchObject({ data: 3, error: null })
    expect(await numbersOf(id)).toEqual(['2001', '2002', '2003'])
    expect(await storedRow('extensions', wanted[0]?.id ?? '')).toMatchObject({
      call_timeout: 30,
      enabled: true,
    })
  })

  test('changes nothing when repeated', async () => {
    const { id } = await makeTenant()
    const wanted = rows('2001', '2002')
    await add(id, wanted)
    expect(await add(id, wanted)).toMatchObject({ data: 0, error: null })
    expect(await numbersOf(id)).toEqual(['2001', '2002'])
  })

  test('is refused when repeated with other values, and adds none of the others', async () => {
    const { id } = await makeTenant()
    const wanted = rows('2001', '2002')
    await add(id, wanted)
    const renamed = wanted.map((row) => ({ ...row, effective_caller_id_name: `Room ${row.extension}` }))
    expect((await add(id, [...renamed, ...rows('2003')])).error).toMatchObject({
      code: 'TR422',
      message:
        'An earlier attempt has already added 2001 to 2002, with other values. Leave this form and change them there.',
    })
    const [first] = wanted
    const moved = rows('2005').map((row) => ({ ...row, id: first?.id ?? '' }))
    expect((await add(id, moved)).error?.message).toContain('already added 2001, with')
    expect(await add(id, [...wanted, ...rows('2003')])).toMatchObject({ data: 1, error: null })
    expect(await numbersOf(id)).toEqual(['2001', '2002', '2003'])
  })

  test('adds none when a number is taken, and names the records that hold them', async () => {
    const { id } = await makeTenant()
    await makeExtension({ tenant_id: id, extension: '2002', effective_caller_id_name: 'Lobby' })
    await makeExtension({ tenant_id: id, extension: '2003', effective_caller_id_name: '' })
    expect((await add(id, rows('2001', '2002', '2003'))).error).toMatchObject({
      code: '23505',
      message: '2002 is already taken by the extension Lobby, 2003 is already taken by the extension.',
    })
    expect(await numbersOf(id)).toEqual(['2002', '2003'])
  })

  test('adds none beyond the purchased seats, and says how many are left', async () => {
    const { id } = await makeTenant({ extension_limit: 2 })
    await makeExtension({ tenant_id: id })
    expect((await add(id, rows('2002', '2003'))).error).toMatchObject({
      code: '23514',
      message: 'This tenant has 1 of 2 extension seats in use; 2 more do not fit.',
    })
    expect(await numbersOf(id)).toEqual(['2001'])
  })

  test.each(['anon', 'disabled', 'nomember'] as const)('rejects the %s', async (role) => {
    const { id } = await makeTenant()
    expect((await add(id, rows('2001'), role)).error).not.toBeNull()
    expect(await numbersOf(id)).toEqual([])
  })
})

describe('free_numbers', () => {
  const freeOf = async (tenant: string, lowest: number, highest: number, how_many: number) =>
    (await callers.tech.client.rpc('free_numbers', { tenant, lowest, highest, how_many }).throwOnError()).data

  test('skips numbers taken by any kind of record', async () => {
    const { id } = await makeTenant()
    await makeExtension({ tenant_id: id, extension: '2001' })
    await makeExtension({ tenant_id: id, extension: '2003' })
    expect(await freeOf(id, 2001, 2005, 2)).toEqual(['2002', '2004'])
    expect(await freeOf(id, 3000, 3999, MAX_RANGE_LENGTH + 1)).toHaveLength(MAX_RANGE_LENGTH + 1)
  })

  test("begins above the tenant's lowest extension in the range, fills gaps, and ends with what is below", async () => {
    const { id } = await makeTenant()
    for (const extension of ['901', '1003', '1004', '1006']) await makeExtension({ tenant_id: id, extension })
    expect(await freeOf(id, 1000, 1007, 10)).toEqual(['1005', '1007', '1000', '1001', '1002'])
  })

  test('begins where the range begins if the tenant has no extension in it', async () => {
    const { id } = await makeTenant()
    await makeExtension({ tenant_id: id, extension: '901' })
    await insertRow('ring_groups', await FACTORIES.ring_groups({ tenant_id: id, number: '1004' }))
    expect(await freeOf(id, 1000, 1005, 10)).toEqual(['1000', '1001', '1002', '1003', '1005'])
  })
})

describe('more extensions than a URL has room for', () => {
  let tenant: string
  let made: { id: string; extension: string }[]
  beforeAll(async () => {
    tenant = (await makeTenant({ extension_limit: 3000 })).id
    made = await query(
      `insert into public.extensions (tenant_id, extension, enabled, do_not_disturb, suspended)
       select $1, n::text, n <> 2001, n in (2001, 2500), n = 2999 from generate_series(2000, 4999) n
       returning id, extension`,
      [tenant],
    )
  })

  test('are asked whether they are out of service', async () => {
    const numbers = new Map(made.map((row) => [row.id, row.extension]))
    const found = await extensionsOutOfService(callers.tech.client, [...numbers.keys()], false)
    const reasons = Object.fromEntries([...found].map(([id, reason]) => [numbers.get(id), reason]))
    expect(reasons).toEqual({ 2001: 'Disabled', 2500: 'Do not disturb', 2999: 'Suspended' })
  })

  test('are found by number', async () => {
    const numbers = made.map(({ extension }) => extension)
    const found = await extensionsOf(callers.tech.client, tenant, numbers)
    expect(new Map(found.map(({ id, extension }) => [id, extension]))).toEqual(
      new Map(made.map(({ id, extension }) => [id, extension])),
    )
  })
})

describe('bulk voicemail PINs', () => {
  const pinOf = async (owner: string) =>
    (
      await query<{ sealed: string }>(
        "select sealed from public.secrets where owner_id = $1 and field = 'voicemail_pin'",
        [owner],
      )
    )[0]?.sealed

  test('are set only for mailboxes of the tenant without one, and the result lists those', async () => {
    const first = await insertRow('extensions', await FACTORIES.extensions({ extension: '4801' }))
    const tenant_id = first.tenant_id
    const second = await insertRow('extensions', await FACTORIES.extensions({ tenant_id, extension: '4802' }))
    const silent = await insertRow(
      'extensions',
      await FACTORIES.extensions({ tenant_id, extension: '4803', voicemail_enabled: false }),
    )
    const foreign = await insertRow('extensions', await FACTORIES.extensions({ extension: '4804' }))
    const { client } = callers.tech
    const give = (pins: Record<string, string>) =>
      client.rpc('set_missing_voicemail_pins', { tenant: tenant_id, pins }).throwOnError()
    const other = VAULT.seal('593026', { owner: '', field: '' })
    await give({ 4801: SEALED })
    const { data } = await give({ 4801: other, 4802: other, 4803: other, 4804: other })
    expect(data.map(({ number }) => number)).toEqual(['4802'])
    // Once more, as after a lost response.
    expect((await give({ 4801: SEALED, 4802: SEALED })).data.map(({ number }) => number)).toEqual(['4801'])
    expect(await Promise.all([first, second, silent, foreign].map(({ id }) => pinOf(id)))).toEqual([
      SEALED,
      other,
      undefined,
      undefined,
    ])
  })

  test('are one change in the trail when they are assigned in several requests', async () => {
    const first = await insertRow('extensions', await FACTORIES.extensions({ extension: '4821' }))
    const of = { tenant_id: first.tenant_id }
    const second = await insertRow('extensions', await FACTORIES.extensions({ ...of, extension: '4822' }))
    const run = randomUUID()
    for (const number of ['4821', '4822']) {
      const asked = { tenant: first.tenant_id, pins: { [number]: SEALED }, run }
      await callers.tech.client.rpc('set_missing_voicemail_pins', asked).throwOnError()
    }
    const changes = await query(
      "select distinct transaction_id from public.audit_log where record_id = any ($1) and changes ? 'voicemail_pin'",
      [[first.id, second.id]],
    )
    expect(changes).toHaveLength(1)
  })

  test('are all rejected if one is not encrypted', async () => {
    const mailbox = await insertRow('extensions', await FACTORIES.extensions({ extension: '4811' }))
    const { error } = await callers.tech.client.rpc('set_missing_voicemail_pins', {
      tenant: mailbox.tenant_id,
      pins: { 4811: '1111' },
    })
    expect(error?.code).toBe('23514')
    expect(await pinOf(mailbox.id)).toBeUndefined()
  })
})
