import { afterAll, describe, expect, test } from 'vitest'
import { appDatabase } from '../support/api-database.ts'
import { postApi } from '../support/api-session.ts'

const database = appDatabase()
afterAll(() => database.end())

// Harbor Lane Dental of the demo data, one of its devices and one of its numbers.
const TENANT_ID = '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const MAC = '64:16:7F:11:09:26'

const search = (body: unknown) => postApi('tech', '/api/search', body)
const message = { message: expect.stringMatching(/.+/) }

describe('POST /api/search', () => {
  test.each(['superadmin', 'admin', 'tech'] as const)(
    'finds the tenant of a device for the %s',
    async (account) => {
      const answer = await postApi(account, '/api/search', { type: 'mac', value: MAC })
      expect(answer).toMatchObject({ status: 200, body: TENANT_ID })
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(answer.headers.get('cache-control')).toContain('no-store')
    },
  )

  test.each(['64167f110926', '64-16-7F-11-09-26', '6416.7f11.0926', ' 64:16:7f:11:09:26 '])(
    'accepts the MAC address in the format "%s"',
    async (value) => expect((await search({ type: 'mac', value })).body).toBe(TENANT_ID),
  )

  test.each(['2075550107', '12075550107', '+1 207 555 0107', '(207) 555-0107', '207.555.0107'])(
    'accepts the phone number in the format "%s"',
    async (value) => expect((await search({ type: 'phone', value })).body).toBe(TENANT_ID),
  )

  test.each([
    { type: 'mac', value: '02:00:00:00:00:01' },
    { type: 'phone', value: '2125550199' },
    // A number without a tenant.
    { type: 'phone', value: '+13165550171' },
  ])('returns null if no tenant has $value', async (body) => {
    expect(await search(body)).toMatchObject({ status: 200, body: null })
  })

  test.each([
    ['an unknown type', { type: 'name', value: 'Harbor' }],
    ['no type', { value: MAC }],
    ['no value', { type: 'mac' }],
    ['a value that is not text', { type: 'phone', value: 2075550107 }],
    ['a value that is not a MAC address', { type: 'mac', value: '64:16:7F:11:09' }],
    ['a value that is not a phone number', { type: 'phone', value: '555-0107' }],
    ['a MAC address as a phone number', { type: 'phone', value: MAC }],
    ['an additional field', { type: 'mac', value: MAC, tenant: TENANT_ID }],
    ['a value padded beyond 64 characters', { type: 'mac', value: MAC.padEnd(65) }],
    ['a body that is not an object', [MAC]],
    ['null', null],
  ])('refuses %s with 400', async (_what, body) => {
    expect(await search(body)).toMatchObject({ status: 400, body: message })
  })

  test('refuses a body of more than 1,024 bytes with 413', async () => {
    expect(await search({ type: 'mac', value: 'A'.repeat(1100) })).toMatchObject({
      status: 413,
      body: message,
    })
  })

  test('lets each user search 120 times a minute', async () => {
    const { rows } = await database.query<{ key: string }>(
      "select 'searches by ' || user_id as key from public.members where email = 'tech@demo.test'",
    )
    const key = rows[0]?.key
    /** When the user's next request is due at an even rate, in seconds from now; the limit counts by it. */
    const dueIn = (seconds: number) =>
      database.query<{ due: Date }>(
        `insert into private.rate_limits (key, due) values ($1, now() + make_interval(secs => $2))
         on conflict (key) do update set due = excluded.due returning due`,
        [key, seconds],
      )
    const before = (await dueIn(30)).rows[0]?.due.getTime() ?? 0
    expect((await search({ type: 'mac', value: MAC })).status).toBe(200)
    const after = await database.query<{ due: Date }>('select due from private.rate_limits where key = $1', [
      key,
    ])
    expect((after.rows[0]?.due.getTime() ?? 0) - before).toBe(60_000 / 120)
    await dueIn(90)
    expect((await search({ type: 'mac', value: MAC })).status).toBe(429)
    await database.query('delete from private.rate_limits where key = $1', [key])
  })
})
