import { beforeAll, describe, expect, test } from 'vitest'
import { emergencyAddress } from '@/lib/resources/emergency-address'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import {
  type Did,
  type E911State,
  type E911Step,
  insertAddress,
  insertRegistered,
  newest,
  takeStep,
} from '../support/factories/emergency'
import { insertRow } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const take = (did: Did, step: E911Step, role: Role = 'tech') => takeStep(callers[role], did, step)

describe('registering a number for 911', () => {
  test.each(['tech', 'admin', 'superadmin'] as const)(
    'can be carried through to confirmation by %s',
    async (role) => {
      const did = await insertRegistered('none')
      const address = await insertAddress(String(did.tenant_id))
      expect((await take(did, { to: 'submitted', address: address.id }, role)).error).toBeNull()
      const submitted = await newest(did)
      expect(submitted).toMatchObject({
        e911_state: 'submitted',
        emergency_address_id: address.id,
        e911_submitted_at: expect.any(String),
        e911_submitted_by: expect.stringMatching(/./),
        e911_answered_at: null,
      })
      expect((await take(submitted, { to: 'confirmed', reference: 'E-4711' }, role)).error).toBeNull()
      expect(await newest(did)).toMatchObject({
        e911_state: 'confirmed',
        e911_reference: 'E-4711',
        e911_submitted_at: submitted.e911_submitted_at,
        e911_answered_at: expect.any(String),
        e911_answered_by: submitted.e911_submitted_by,
      })
      expect((await storedRow('emergency_addresses', address.id))?.validated_at).not.toBeNull()
      const trail = await query<{ actor: string; change: unknown }>(
        `select actor, changes -> 'e911_state' as change from public.audit_log
       where record_id = $1 and changes ? 'e911_state' and action = 'update' order by at`,
        [did.id],
      )
      expect(trail.map(({ change }) => change)).toEqual([
        ['none', 'submitted'],
        ['submitted', 'confirmed'],
      ])
      expect(trail.every(({ actor }) => actor === callers[role].userId)).toBe(true)
    },
  )

  test('keeps the rejection reason until it is submitted again', async () => {
    const did = await insertRegistered('submitted')
    expect((await take(did, { to: 'rejected', reason: ' ' })).error?.message).toBe(
      'Enter why the carrier rejected it.',
    )
    expect((await take(did, { to: 'rejected', reason: 'No such street.' })).error).toBeNull()
    const rejected = await newest(did)
    expect(rejected).toMatchObject({ e911_state: 'rejected', e911_reason: 'No such street.' })
    const address = await insertAddress(String(did.tenant_id))
    expect((await take(rejected, { to: 'submitted', address: address.id })).error).toBeNull()
    expect(await newest(did)).toMatchObject({
      e911_state: 'submitted',
      e911_reason: '',
      emergency_address_id: address.id,
    })
  })

  test('leaves only the audit trail when it ends', async () => {
    const did = await insertRegistered('confirmed')
    expect((await take(did, { to: 'none' })).error).toBeNull()
    expect(await newest(did)).toMatchObject({
      e911_state: 'none',
      emergency_address_id: null,
      e911_submitted_at: null,
      e911_submitted_by: '',
      e911_answered_at: null,
    })
  })

  test.each(['revert_entry', 'undo_change'] as const)(
    'is not undone from the trail (%s), because the carrier knows it',
    async (undo) => {
      const did = await insertRegistered('none')
      const tenant = String(did.tenant_id)
      const address = await insertAddress(tenant)
      expect((await take(did, { to: 'submitted', address: address.id })).error).toBeNull()
      const submitted = await newest(did)
      const [entry] = await query<{ id: string }>(
        "select id from public.audit_log where record_id = $1 and changes ? 'e911_state' and action = 'update'",
        [did.id],
      )
      const { error } = await callers.superadmin.client.rpc(undo, { entry: String(entry?.id), tenant })
      expect(error).toMatchObject({
        code: '23514',
        message: `The 911 registration of ${did.number} cannot be undone here, because the carrier would not know. Change it in the number's actions.`,
      })
      expect(await newest(did)).toEqual(submitted)
    },
  )

  test.each<[E911State, E911State, string]>([
    ['none', 'confirmed', 'is not registered for 911. Register it first.'],
    ['none', 'rejected', 'is not registered for 911. Register it first.'],
    ['none', 'none', 'is not registered for 911.'],
    ['submitted', 'submitted', "is already submitted. Record the carrier's answer, or end the registration."],
    ['confirmed', 'confirmed', 'is already confirmed.'],
    ['rejected', 'confirmed', 'is rejected and cannot become confirmed.'],
  ])('cannot go from %s to %s', async (from, to, words) => {
    const did = await insertRegistered(from)
    const address = await insertAddress(String(did.tenant_id))
    const { error } = await take(did, { to, address: address.id, reason: 'Because.' })
    expect(error?.code).toBe('23514')
    expect(error?.message).toContain(words)
    expect(await newest(did)).toEqual(did)
  })

  test('needs an address that a dispatcher can find', async () => {
    const did = await insertRegistered('none')
    const street = await insertAddress(String(did.tenant_id), { street: 'Harbor Lane' })
    const state = await insertAddress(String(did.tenant_id), { state: 'ZZ' })
    expect((await take(did, { to: 'submitted' })).error?.message).toBe(
      'Choose the address where help should be sent.',
    )
    expect((await take(did, { to: 'submitted', address: street.id })).error?.message).toBe(
      `The address ${street.label} has no house number.`,
    )
    expect((await take(did, { to: 'submitted', address: state.id })).error?.message).toBe(
      `The address ${state.label} has an unknown state: ZZ.`,
    )
    expect(await newest(did)).toEqual(did)
  })

  test.each([
    ['100 Main Street', 'ME', 'US'],
    ['N6W23001 Bluemound Road', 'WI', 'US'],
    ['12-34 41st Avenue', 'NY', 'US'],
    ['100', 'ME', 'US'],
    ['Main Street 100', 'ME', 'US'],
    ['PO Box 12', 'ME', 'US'],
    ['100 Main Street', 'ON', 'US'],
    ['100 Main Street', 'ON', 'CA'],
    ['100 Main Street', 'PR', 'US'],
    ['100 Main Street', 'AE', 'US'],
  ] as const)('validates %s, %s in %s as the form does', async (street, state, country) => {
    const did = await insertRegistered('none')
    const postal_code = country === 'US' ? '04101' : 'K1A 0B1'
    const given = { street, state, country, postal_code }
    const address = await insertAddress(String(did.tenant_id), given)
    const { error } = await take(did, { to: 'submitted', address: address.id })
    const form = { label: 'Office', unit: '', city: 'Portland', ...given }
    expect(error === null).toBe(emergencyAddress.schema.safeParse(form).success)
  })

  test('accepts a repeated step, and rejects one over a newer version', async () => {
    const did = await insertRegistered('none')
    const address = await insertAddress(String(did.tenant_id))
    const submit: E911Step = { to: 'submitted', address: address.id }
    expect((await take(did, submit)).error).toBeNull()
    const stored = await newest(did)
    expect((await take(did, submit)).error).toBeNull()
    expect(await newest(did)).toEqual(stored)
    expect((await take(did, { to: 'confirmed' })).error?.code).toBe('TR409')
    expect(await newest(did)).toEqual(stored)
  })

  test('is refused at an address that has changed since it was sent to the carrier', async () => {
    const did = await insertRegistered('none')
    const sent = await insertAddress(String(did.tenant_id))
    await query("update public.emergency_addresses set street = '120 Main Street' where id = $1", [sent.id])
    const { error } = await take(did, { to: 'submitted', address: sent.id, sent })
    expect(error).toMatchObject({
      code: 'TR412',
      message: 'The address has changed since it was sent to the carrier. Register the number again.',
    })
    expect(await newest(did)).toEqual(did)
  })

  test('is recorded at an address that was renamed or validated since it was sent', async () => {
    const did = await insertRegistered('none')
    const sent = await insertAddress(String(did.tenant_id))
    await query(
      "update public.emergency_addresses set label = label || ' 2', validated_at = now() where id = $1",
      [sent.id],
    )
    expect((await take(did, { to: 'submitted', address: sent.id, sent })).error).toBeNull()
    expect(await newest(did)).toMatchObject({ e911_state: 'submitted', emergency_address_id: sent.id })
  })

  test.each<{ what: string; first: E911Step; other: E911Step }>([
    {
      what: 'reason',
      first: { to: 'rejected', reason: 'No suite 210.' },
      other: { to: 'rejected', reason: 'No suite 201.' },
    },
    {
      what: 'reference',
      first: { to: 'confirmed', reference: 'E-1' },
      other: { to: 'confirmed', reference: 'E-2' },
    },
  ])("takes an answer with another $what for someone else's", async ({ first, other }) => {
    const did = await insertRegistered('submitted')
    expect((await take(did, first)).error).toBeNull()
    const stored = await newest(did)
    expect((await take(did, first)).error).toBeNull()
    expect((await take(did, other)).error?.code).toBe('TR409')
    expect(await newest(did)).toEqual(stored)
  })

  test('rejects a number or an address of another tenant', async () => {
    const did = await insertRegistered('none')
    const other = await insertRegistered('none')
    const theirs = await insertAddress(String(other.tenant_id))
    const own = await insertAddress(String(did.tenant_id))
    expect((await take(did, { to: 'submitted', address: theirs.id })).error?.code).toBe('23503')
    const swapped = await take(did, {
      to: 'submitted',
      address: own.id,
      tenant: String(other.tenant_id),
    })
    expect(swapped.error?.code).toBe('TR410')
    const { data } = await callers.tech.client.rpc('set_e911_states', {
      chosen: [{ id: did.id, version: did.version }],
      tenant: String(other.tenant_id),
      to_state: 'submitted',
      address: theirs.id,
    })
    expect(data).toMatchObject([{ id: did.id, code: 'TR410' }])
    expect(await newest(did)).toEqual(did)
  })

  test('needs a number assigned to a tenant', async () => {
    const did = await insertRow('dids', await newFreeNumber())
    const address = await insertAddress((await insertRegistered('none')).tenant_id ?? '')
    const { error } = await callers.superadmin.client
      .from('dids')
      .update({ e911_state: 'submitted', emergency_address_id: address.id })
      .eq('id', did.id)
    expect(error?.code).toBe('23514')
    expect(await storedRow('dids', did.id)).toEqual(did)
  })

  test.each(['disabled', 'nomember', 'anon'] as const)('is denied to %s', async (role) => {
    const did = await insertRegistered('confirmed')
    expect((await take(did, { to: 'none' }, role)).error).not.toBeNull()
    await callers[role].client.from('dids').update({ e911_state: 'none' }).eq('id', did.id)
    expect(await newest(did)).toEqual(did)
  })

  test.each([
    [['numbers.view', 'numbers.edit', 'telephony.view', 'telephony.delete', 'billing.edit'], 'submitted'],
    [['numbers.view', 'numbers.edit', 'telephony.view', 'telephony.edit'], 'none'],
  ] as const)(
    'needs the permission to edit telephony: with %s it is %s afterwards',
    async (rights, state) => {
      const { client } = await memberWith(...rights)
      const did = await insertRegistered('submitted')
      const { error } = await client
        .from('dids')
        .update({ e911_state: 'none', version: did.version + 1 })
        .eq('id', did.id)
      if (state === 'submitted') {
        expect(error).toMatchObject({
          code: '42501',
          message: 'Your role does not allow registering numbers for 911.',
        })
      } else expect(error).toBeNull()
      expect(await newest(did)).toMatchObject({ e911_state: state })
    },
  )

  test.each([
    { e911_state: 'confirmed' },
    { e911_submitted_by: 'Somebody else' },
    { e911_answered_at: '2020-01-01T00:00:00Z' },
    { emergency_address_id: null },
  ])('cannot be written around its steps: %o', async (change) => {
    const did = await insertRegistered('submitted')
    const before = change.e911_state ? await insertRegistered('none') : did
    const { error } = await callers.admin.client.from('dids').update(change).eq('id', before.id)
    expect(error?.code).toBe('23514')
    expect(await newest(before)).toEqual(before)
  })

  test("records the caller's name, whatever name is sent", async () => {
    const did = await insertRegistered('submitted')
    await callers.tech.client
      .from('dids')
      .update({
        e911_state: 'confirmed',
        e911_answered_by: 'The carrier',
        e911_answered_at: '2020-01-01T00:00:00Z',
        e911_submitted_by: 'The carrier',
      })
      .eq('id', did.id)
      .throwOnError()
    const stored = await newest(did)
    expect(stored.e911_state).toBe('confirmed')
    expect(stored.e911_answered_by).not.toBe('The carrier')
    expect(stored.e911_submitted_by).toBe(did.e911_submitted_by)
    expect(Date.parse(String(stored.e911_answered_at))).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  test('handles many numbers at once and reports each problem', async () => {
    const one = await insertRegistered('submitted')
    const tenant = String(one.tenant_id)
    const other = await insertRegistered('submitted', { tenant_id: tenant })
    const plain = await insertRegistered('none', { tenant_id: tenant })
    const { data, error } = await callers.admin.client.rpc('set_e911_states', {
      chosen: [one, plain, other].map(({ id, version }) => ({ id, version })),
      tenant,
      to_state: 'confirmed',
    })
    expect(error).toBeNull()
    const message = `${plain.number} is not registered for 911. Register it first.`
    expect(data).toEqual([{ id: plain.id, code: '23514', message, details: '' }])
    expect(await newest(other)).toMatchObject({ e911_state: 'confirmed' })
    expect(await newest(plain)).toEqual(plain)
  })
})
