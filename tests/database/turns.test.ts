import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callersByRole, serviceClient } from '../support/clients'
import { query } from '../support/database'

const take = async (key: string, holder: string = randomUUID()) =>
  (await serviceClient().rpc('take_turn', { key, holder }).throwOnError()).data
const end = (key: string, holder: string) => serviceClient().rpc('end_turn', { key, holder }).throwOnError()

describe('a turn', () => {
  test('is given to one of many who ask at a time, and each name has its own', async () => {
    const key = randomUUID()
    const given = await Promise.all(Array.from({ length: 12 }, () => take(key)))
    expect(given.filter(Boolean)).toHaveLength(1)
    expect(await take(randomUUID())).toBe(true)
  })

  test('is free again once its holder ends it, which nobody else can', async () => {
    const [key, holder] = [randomUUID(), randomUUID()]
    expect(await take(key, holder)).toBe(true)
    await end(key, randomUUID())
    expect(await take(key)).toBe(false)
    await end(key, holder)
    expect(await take(key)).toBe(true)
  })

  test('ends by itself after two minutes, as if its holder had been killed', async () => {
    const key = randomUUID()
    await take(key)
    const [turn] = await query<{ seconds: number }>(
      `select round(extract(epoch from ends_at - now()))::int as seconds from private.turns where key = $1`,
      [key],
    )
    expect(turn?.seconds).toBeGreaterThan(60)
    expect(turn?.seconds).toBeLessThanOrEqual(120)
    await query("update private.turns set ends_at = now() - interval '1 second' where key = $1", [key])
    expect(await take(key)).toBe(true)
  })

  test('can be taken only by the server', async () => {
    const { superadmin } = await callersByRole()
    const asked = { key: randomUUID(), holder: randomUUID() }
    expect((await superadmin.client.rpc('take_turn', asked)).error?.code).toBe('42501')
    expect((await superadmin.client.rpc('end_turn', asked)).error?.code).toBe('42501')
  })
})
