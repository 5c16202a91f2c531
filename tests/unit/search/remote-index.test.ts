import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Found, FURTHER_LIMIT, type SearchMode, type SearchRows } from '@/lib/search/hits'
import { RemoteIndex } from '@/lib/search/remote-index'
import { createSearchService } from '@/lib/search/search-service'

const MAC = '00:15:65:AA:BB:CC'
const item = (id: string, name: string, mac: string | null = null) => ({ id, name, model: 'T54W', mac })

function searching(rows: SearchRows) {
  const service = createSearchService()
  service.load(rows)
  return (term: string, mode: SearchMode = 'content'): Found => service.search(term, mode, 50)
}

describe('RemoteIndex', () => {
  test.each(['00-15-65-AA-BB-CC', '001565aabbcc', '0015.65aa.bbcc', MAC])('finds stock by %s', (term) => {
    const index = new RemoteIndex()
    index.load({ inventory: [item('1', 'Lobby', '00:15:65:AA:BB:CD'), item('2', 'Desk', MAC)] })
    expect(index.search(term, 5)).toEqual([
      { id: '2', name: 'Desk', description: `${MAC} T54W`, type: 'inventory' },
    ])
    expect(index.search('00:15:65', 5)).toHaveLength(2)
  })

  test('ranks services before matching stock, whichever was loaded first', () => {
    const index = new RemoteIndex()
    index.load({ inventory: [item('i', 'Fax line')] })
    index.load({ services: [{ id: 's', name: 'Fax line' }] })
    expect(index.search('fax', 5).map(({ id }) => id)).toEqual(['s', 'i'])
  })

  test('finds services by name', () => {
    const index = new RemoteIndex()
    index.load({ services: [{ id: 's', name: 'Fax line' }] })
    expect(index.search('fax', 5)).toEqual([{ id: 's', name: 'Fax line', description: '', type: 'service' }])
  })
})

describe('A search with services and stock', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abc '), minLength: 1, maxLength: 8 })

  test('returns the same companies and opportunities as without them, then at most ten others', () => {
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 60 }),
        fc.array(name, { maxLength: 20 }),
        name,
        (names, others, term) => {
          const companies = names.map((one, n) => ({
            id: `c${n}`,
            name: one,
            type: null,
            domain_uuid: null,
            tenant_code: null,
          }))
          const inventory = others.map((one, n) => item(`i${n}`, one))
          const { hits } = searching({ companies, inventory })(term)
          const own = hits.filter(({ type }) => type === 'company')
          expect(own).toEqual(searching({ companies })(term).hits)
          expect(hits.slice(0, own.length)).toEqual(own)
          expect(hits.length - own.length).toBeLessThanOrEqual(FURTHER_LIMIT)
        },
      ),
    )
  })

  test('tells whether there are more hits than it returns', () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: `${n}`, name: `Harbor ${n}` }))
    const companies = (count: number) =>
      named(count).map((one) => ({ ...one, type: null, domain_uuid: null, tenant_code: null }))
    expect(searching({ companies: companies(50) })('harbor').more).toBe(false)
    expect(searching({ companies: companies(51) })('harbor')).toMatchObject({
      more: true,
      hits: { length: 50 },
    })
    expect(searching({ services: named(10) })('harbor').more).toBe(false)
    expect(searching({ services: named(11) })('harbor')).toMatchObject({ more: true, hits: { length: 10 } })
  })

  test('omits them when the user is choosing a company', () => {
    const search = searching({
      services: [{ id: 's', name: 'Harbor' }],
      inventory: [item('i', 'Harbor', MAC)],
    })
    for (const mode of ['company', 'company-name'] as const) {
      expect([search('harbor', mode).hits, search(MAC, mode).hits]).toEqual([[], []])
    }
  })
})
