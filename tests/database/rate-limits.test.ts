import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callersByRole, serviceClient } from '../support/clients'
import { query, rolledBack } from '../support/database'

/** Three per hour, so that none is restored while the test runs. */
async function turn(key: string): Promise<number> {
  const asked = { key, times: 3, within_seconds: 3600 }
  return (await serviceClient().rpc('rate_limit', asked).throwOnError()).data
}

describe('a rate limit of 3 per hour', () => {
  test('allows three requests at once, then one after twenty minutes', async () => {
    const key = randomUUID()
    expect([await turn(key), await turn(key), await turn(key)]).toEqual([0, 0, 0])
    const wait = await turn(key)
    expect(wait).toBeGreaterThan(1000)
    expect(wait).toBeLessThanOrEqual(1200)
    await query("update private.rate_limits set due = due - interval '20 minutes' where key = $1", [key])
    expect(await turn(key)).toBe(0)
    expect(await turn(key)).toBeGreaterThan(1000)
  })

  test('counts concurrent requests, and each key separately', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const waits = await Promise.all(Array.from({ length: 12 }, () => turn(one)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(await turn(other)).toBe(0)
  })

  test('forgets keys whose wait is over', async () => {
    const key = randomUUID()
    await turn(key)
    await query("update private.rate_limits set due = now() - interval '1 second' where key = $1", [key])
    await turn(randomUUID())
    expect(await query('select from private.rate_limits where key = $1', [key])).toEqual([])
  })

  test('does not block on others cleaning up the same keys', async () => {
    const key = randomUUID()
    await turn(key)
    await query("update private.rate_limits set due = now() - interval '1 second' where key = $1", [key])
    await rolledBack(async (other) => {
      await other.query('select from private.rate_limits where key = $1 for update', [key])
      expect(await turn(randomUUID())).toBe(0)
    })
  })

  test('can be requested only by the server', async () => {
    const { superadmin } = await callersByRole()
    const { error } = await superadmin.client.rpc('rate_limit', { key: 'x', times: 1, within_seconds: 1 })
    expect(error?.code).toBe('42501')
  })
})
