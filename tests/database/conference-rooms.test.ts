import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, serviceClient } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newConferenceRoom } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { type Given, insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { keepSecret, VAULT } from '../support/vault'

const PHONE = '9d3a5a3e-0000-4000-8000-000000000001'
let service: Client
let tenant: string
beforeAll(() => {
  service = serviceClient()
})
beforeEach(async () => {
  tenant = (await insertRow('tenants', await newTenant())).id
})
const roomIn = async (given: Given<'conference_rooms'> = {}) =>
  (await insertRow('conference_rooms', await newConferenceRoom({ tenant_id: tenant, ...given }))).id

async function failureOf(work: Promise<unknown>): Promise<{ code?: string; message?: string }> {
  return work.then(
    () => ({}),
    (error: { code: string; message: string }) => error,
  )
}

describe('a conference room', () => {
  test('reserves its number and is a destination, marked while it is disabled', async () => {
    const room = await roomIn({ name: 'Board' })
    await insertRow('extensions', await newExtension({ tenant_id: tenant, extension: '1001' }))
    expect(await failureOf(roomIn({ number: '1001' }))).toMatchObject({ code: '23505' })
    const group = await FACTORIES.ring_groups({ tenant_id: tenant, number: '3500' })
    expect((await failureOf(insertRow('ring_groups', group))).message).toBe(
      '3500 is already taken by the conference room Board.',
    )
    await query('update public.conference_rooms set enabled = false where id = $1', [room])
    expect(
      await query('select kind, number, name, enabled from public.destinations where id = $1', [room]),
    ).toEqual([{ kind: 'conference_rooms', number: '3500', name: 'Board', enabled: false }])
  })

  test.each<[string, Given<'conference_rooms'>]>([
    ['room for one', { max_members: 1 }],
    ['room for too many', { max_members: 201 }],
    ['an unknown kind of announcement', { announces: 'song' }],
    ['letters', { number: 'abc' }],
    ['no name', { name: ' ' }],
  ])('is rejected with %s', async (_what, given) => {
    expect(await failureOf(roomIn(given))).toMatchObject({ code: '23514' })
  })

  test('can be set as a forwarding target by feature code', async () => {
    const phone = await insertRow('extensions', await newExtension({ tenant_id: tenant, extension: '1001' }))
    const room = await roomIn()
    const asked = { tenant, dialer: phone.id, feature: 'call_forward', turn_on: true, target: '3500' }
    expect((await service.rpc('dial_feature', asked).throwOnError()).data).toBe('done')
    expect(
      await query('select forward_all_destination_id from public.extensions where id = $1', [phone.id]),
    ).toEqual([{ forward_all_destination_id: room }])
  })
})

describe('the PINs of a conference room', () => {
  let room: string
  beforeEach(async () => {
    room = await roomIn()
    await keepSecret(tenant, 'conference_rooms', { owner: room, field: 'pin' }, '7306')
    await keepSecret(tenant, 'conference_rooms', { owner: room, field: 'moderator_pin' }, '918273')
  })
  const attempts = () => query('select failures from private.room_attempts where room_id = $1', [room])
  const enter = async (pin: string, caller = PHONE, of = tenant) => {
    const proofs = (field: string) => VAULT.proofs(pin, { owner: room, field })
    const asked = { tenant: of, room, caller, outside: caller !== PHONE }
    return (
      await service
        .rpc('join_room', { ...asked, proofs: proofs('pin'), moderator_proofs: proofs('moderator_pin') })
        .throwOnError()
    ).data
  }

  test('decide whether a caller joins as participant or moderator', async () => {
    expect(await enter('7306')).toBe('participant')
    expect(await enter('918273')).toBe('moderator')
    expect(await enter('7306', '+12075550199')).toBe('participant')
    expect(await enter('7307')).toBe('wrong pin')
  })

  /** As after so many wrong ones, once their wait is over: the next wait takes minutes instead of a second. */
  const guessedBefore = (failures: number) =>
    query('update private.room_attempts set failures = $2, blocked_until = now() where room_id = $1', [
      room,
      failures,
    ])

  test('delay a caller who enters wrong ones, and nobody else', async () => {
    for (const wrong of ['1111', '2222', '3333']) expect(await enter(wrong)).toBe('wrong pin')
    await guessedBefore(11)
    expect(await enter('4444')).toBe('wrong pin')
    expect(await enter('7306')).toBe('wait')
    expect(await enter('7306', '+12075550199')).toBe('participant')
    await query('update private.room_attempts set blocked_until = now() where room_id = $1', [room])
    expect(await enter('918273')).toBe('moderator')
    expect(await attempts()).toEqual([])
  })

  test('cannot be used by a participant to guess the moderators’: only a moderator’s success resets the count', async () => {
    for (const pin of ['1111', '7306', '2222', '7306', '3333']) await enter(pin)
    expect(await attempts()).toEqual([{ failures: 3 }])
    await guessedBefore(11)
    await enter('4444')
    expect(await enter('918273')).toBe('wait')
    await query("delete from public.secrets where owner_id = $1 and field = 'moderator_pin'", [room])
    await query('update private.room_attempts set blocked_until = now() where room_id = $1', [room])
    expect(await enter('7306')).toBe('participant')
    expect(await attempts()).toEqual([])
  })

  test('make callers who withhold their number wait for none of each other’s wrong ones', async () => {
    for (let wrong = 1000; wrong < 1013; wrong++) {
      await query('update private.room_attempts set blocked_until = now() where room_id = $1', [room])
      expect(await enter(String(wrong), '')).toBe('wrong pin')
    }
    expect(await enter('7306', '')).toBe('participant')
    expect(await enter('918273', '')).toBe('moderator')
    expect(
      await query('select caller, failures from private.room_attempts where room_id = $1', [room]),
    ).toEqual([{ caller: null, failures: 13 }])
  })

  describe('after sixty wrong attempts from outside numbers', () => {
    const [known, stranger] = ['+12075550198', '+12075550199']
    const aMinuteLater = () =>
      query('update private.room_attempts set blocked_until = now() where room_id = $1 and caller is null', [
        room,
      ])
    /** The last two, after fifty-eight others. */
    const guess = async () => {
      await query(
        'insert into private.room_attempts (room_id, failures, blocked_until) values ($1, 58, now())',
        [room],
      )
      expect(await enter('1111', '+12075550101')).toBe('wrong pin')
      expect(await enter('2222', '+12075550102')).toBe('wrong pin')
    }

    test('allow one attempt a minute from outside, and never delay the tenant’s own phones', async () => {
      await guess()
      expect(await enter('7306', stranger)).toBe('wait')
      expect(await enter('7306')).toBe('participant')
      await aMinuteLater()
      expect(await enter('3333', '+12075550103')).toBe('wrong pin')
      expect(
        await query(
          `select failures, blocked_until between now() and now() + interval '1 minute' as soon
           from private.room_attempts where room_id = $1 and caller is null`,
          [room],
        ),
      ).toEqual([{ failures: 61, soon: true }])
      await aMinuteLater()
      expect(await enter('7306', stranger)).toBe('participant')
    })

    test('do not delay callers who have entered the current PIN before', async () => {
      await enter('7306', known)
      await guess()
      expect(await enter('7306', known)).toBe('participant')
      await query("update public.secrets set updated_at = now() where owner_id = $1 and field = 'pin'", [
        room,
      ])
      expect(await enter('7306', known)).toBe('wait')
      await query(
        `update private.room_callers set joined_at = now() + interval '1 second' where room_id = $1`,
        [room],
      )
      expect(await enter('7306', known)).toBe('participant')
      await query(
        `update private.room_callers set joined_at = now() - interval '91 days' where room_id = $1`,
        [room],
      )
      expect(await enter('7306', known)).toBe('wait')
    })

    test('know nobody who withholds the number', async () => {
      await enter('918273', '')
      await guess()
      expect(await enter('7306', '')).toBe('wait')
      await aMinuteLater()
      expect(await enter('7306', '')).toBe('participant')
    })

    test('let a known participant join only as a participant, and a known moderator as either', async () => {
      await enter('7306', known)
      await enter('918273', stranger)
      await guess()
      expect(await enter('918273', known)).toBe('wrong pin')
      expect(await enter('7306', known)).toBe('participant')
      expect(await enter('918273', stranger)).toBe('moderator')
      expect(await enter('7306', stranger)).toBe('participant')
    })

    test('are unrestricted again after an hour', async () => {
      await guess()
      await query(
        `update private.room_attempts set blocked_until = now() - interval '61 minutes' where room_id = $1`,
        [room],
      )
      expect(await enter('7306', stranger)).toBe('participant')
      expect(await attempts()).toEqual([])
    })
  })

  test('open no room in another tenant and no disabled room', async () => {
    const other = await insertRow('tenants', await newTenant())
    expect(await enter('7306', PHONE, other.id)).toBe('refused')
    await query('update public.conference_rooms set enabled = false where id = $1', [room])
    expect(await enter('7306')).toBe('refused')
  })
})
