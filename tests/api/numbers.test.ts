import { describe, expect, test } from 'vitest'
import type { NumberFacts, Portability } from '@/lib/numbers/number-facts'
import { postApi } from '../support/api-session.ts'

const lookUp = async (numbers: string[]) => {
  const answer = await postApi('admin', '/api/sales/number-lookup', { numbers })
  return { ...answer, facts: answer.body as NumberFacts[] }
}
const check = async (numbers: string[]) => {
  const answer = await postApi('admin', '/api/sales/port-availability', { numbers })
  return { ...answer, facts: answer.body as Portability[] }
}

describe('POST /api/sales/number-lookup', () => {
  test('returns what is known about each number, in order, with source and age', async () => {
    const { status, headers, facts } = await lookUp(['(207) 555-0107', '+13165550171'])
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(facts.map(({ number }) => number)).toEqual(['+12075550107', '+13165550171'])
    for (const { source, fetchedAt } of facts) {
      expect(source).not.toBe('')
      expect(Date.now() - Date.parse(fetchedAt)).toBeLessThan(60_000)
    }
    expect(facts[0]).toMatchObject({
      national: '(207) 555-0107',
      state: 'ME',
      held: { tenant_name: 'Harbor Lane Dental' },
    })
    // In stock, of which an admin sees no more.
    expect(facts[1]).toMatchObject({ state: 'KS', held: { id: null, status: 'available', tenant_id: null } })
  })

  test('looks up a number once, however often and in whatever format it is sent', async () => {
    const { facts } = await lookUp(['2075550107', '+1 207 555 0107', '(207) 555-0107'])
    expect(facts.map(({ number }) => number)).toEqual(['+12075550107'])
  })

  test('accepts at most a hundred numbers', async () => {
    const numbers = Array.from({ length: 101 }, (_, n) => `+1207555${1000 + n}`)
    expect((await lookUp(numbers.slice(1))).facts).toHaveLength(100)
    expect((await lookUp(numbers)).status).toBe(400)
  })

  test('refuses a body above 16 kB without reading it', async () => {
    const answer = await postApi('admin', '/api/sales/number-lookup', { numbers: ['1'.repeat(20_000)] })
    expect(answer.status).toBe(413)
  })
})

describe('POST /api/sales/port-availability', () => {
  test('returns whether each number can be ported, why, and according to whom', async () => {
    const { status, facts } = await check(['+12075550107', '+18005550199'])
    expect(status).toBe(200)
    expect(facts.map(({ number }) => number)).toEqual(['+12075550107', '+18005550199'])
    for (const { portable, reason, source } of facts) {
      expect([true, false, null]).toContain(portable)
      expect(reason).not.toBe('')
      expect(source).not.toBe('')
    }
  })

  test('reports our own numbers as not portable, whether a tenant has them or not', async () => {
    const { facts } = await check(['+12075550107', '+13165550171'])
    expect(facts).toMatchObject([
      { portable: false, reason: 'Already ours' },
      { portable: false, reason: 'Already ours' },
    ])
  })
})
