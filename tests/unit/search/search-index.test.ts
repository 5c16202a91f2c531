import fc from 'fast-check'
import Fuse from 'fuse.js'
import { describe, expect, test } from 'vitest'
import { goldenQueries, searchCorpus } from '@/bench/search-corpus'
import {
  type CompanyEntry,
  companyHit,
  type OpportunityEntry,
  opportunityHit,
  type SearchHit,
} from '@/lib/search/hits'
import { SearchIndex } from '@/lib/search/search-index'

const CONTENT = ['name', 'description']

/** The reference: plain Fuse.js over the whole list. */
function plainFuse(hits: SearchHit[], keys = CONTENT) {
  const fuse = new Fuse(hits, { threshold: 0.2, keys })
  return (term: string, limit = 50) => fuse.search(term, { limit }).map(({ item }) => item.id)
}

const ids = (hits: SearchHit[]) => hits.map((hit) => hit.id)

function company(id: string, name: string, tenantCode: string | null = null): CompanyEntry {
  return {
    id,
    name,
    type: tenantCode === null ? 'customer' : 'tenant',
    domain_uuid: tenantCode === null ? null : `domain-${id}`,
    tenant_code: tenantCode,
  }
}

describe('a term that finds nothing as typed', () => {
  const index = new SearchIndex()
  index.load({
    companies: [
      company('a', 'José García Dental'),
      company('b', 'Cafe Nandu'),
      company('c', 'Jo Ose'),
      company('d', 'Ægir Sørensen'),
      company('e', 'Weiss Roofing'),
    ],
  })

  test.each([
    ['jose', ['a']],
    ['Jose Garcia', ['a']],
    ['Café Ñandú', ['b']],
    ['ñandu', ['b']],
    ['aegir sorensen', ['d']],
    ['Weiß', ['e']],
    ['xyz', []],
  ])('is compared without accents: %s', (term, found) => {
    expect(ids(index.search(term))).toEqual(found)
  })

  test('does not find what was removed', () => {
    const other = new SearchIndex()
    other.load({ companies: [company('a', 'José'), company('b', 'José')] })
    other.remove(['a'])
    expect(ids(other.search('jose'))).toEqual(['b'])
  })
})

describe('SearchIndex on realistic data', () => {
  const { companies, opportunities } = searchCorpus(1000, 250)
  const queries = goldenQueries(companies, opportunities)
  const index = new SearchIndex()
  for (let at = 0; at < companies.length; at += 300) {
    index.load({ companies: companies.slice(at, at + 300) })
  }
  index.load({ opportunities })
  const companyHits = companies.map(companyHit)
  const everything = plainFuse([...companyHits, ...opportunities.map(opportunityHit)])

  // All of them are compared in bench/search.
  test('returns the hits of plain Fuse.js, in order, for every fifth of 500 golden queries', () => {
    expect(queries).toHaveLength(500)
    for (const query of queries.filter((_, i) => i % 5 === 0)) {
      expect({ query, hits: ids(index.search(query)) }).toEqual({ query, hits: everything(query) })
    }
  })

  test('does the same in the company and company-name modes', () => {
    const byContent = plainFuse(companyHits)
    const byName = plainFuse(companyHits, ['name'])
    for (const query of queries.filter((_, i) => i % 20 === 0)) {
      expect({ query, hits: ids(index.search(query, 'company')) }).toEqual({ query, hits: byContent(query) })
      expect({ query, hits: ids(index.search(query, 'company-name')) }).toEqual({
        query,
        hits: byName(query),
      })
    }
  })

  test('returns no more than the limit, the best first', () => {
    expect(index.search('a')).toHaveLength(50)
    expect(ids(index.search('dental', 'content', 3))).toEqual(everything('dental', 3))
    expect(index.search('dental', 'content', 0)).toEqual([])
  })
})

describe('SearchIndex on arbitrary data', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aAbBcd é\u2003'), maxLength: 24 })
  const arbitraryCompany = fc.record({ name: text, code: fc.option(text) })
  const opportunity = fc.record({ name: text, company_name: text })

  test('returns the hits of plain Fuse.js for rows loaded and prepended in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ row: arbitraryCompany, isNew: fc.boolean() }), { maxLength: 30 }),
        fc.array(fc.record({ row: opportunity, isNew: fc.boolean() }), { maxLength: 15 }),
        fc.string({ unit: fc.constantFrom(...'aAbBcd é'), minLength: 1, maxLength: 38 }),
        fc.integer({ min: 1, max: 20 }),
        (companyRows, opportunityRows, term, limit) => {
          const index = new SearchIndex()
          const companies: CompanyEntry[] = []
          const opportunities: OpportunityEntry[] = []
          opportunityRows.forEach(({ row, isNew }, i) => {
            const entry = { id: `o${i}`, ...row }
            if (isNew) opportunities.unshift(entry)
            else opportunities.push(entry)
            index[isNew ? 'prepend' : 'load']({ opportunities: [entry] })
          })
          companyRows.forEach(({ row, isNew }, i) => {
            const entry = company(`c${i}`, row.name, row.code)
            if (isNew) companies.unshift(entry)
            else companies.push(entry)
            index[isNew ? 'prepend' : 'load']({ companies: [entry] })
          })
          const fuse = plainFuse([...companies.map(companyHit), ...opportunities.map(opportunityHit)])
          const asTyped = fuse(term, limit)
          const expected = !term.trim() ? [] : asTyped.length > 0 ? asTyped : fuse(term.trim(), limit)
          expect(ids(index.search(term, 'content', limit))).toEqual(expected)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('SearchIndex', () => {
  const maple = company('1', 'Maple Dental')
  const tenant = company('2', 'Maple Roofing', 'MAPLE7')

  test('finds nothing before rows are loaded, or for a blank term', () => {
    const index = new SearchIndex()
    expect(index.search('maple')).toEqual([])
    index.load({ companies: [maple] })
    expect(index.search('')).toEqual([])
    expect(index.search('  ')).toEqual([])
  })

  test.each(['  maple', 'MAPLE   ', '\t maple roofing\u00a0 ', '   maple7  ', 'MAPLE7 '])(
    'finds a pasted term with white space around it: %j',
    (term) => {
      const index = new SearchIndex()
      index.load({ companies: [tenant] })
      for (const mode of ['content', 'company'] as const)
        expect(ids(index.search(term, mode))).toEqual(['domain-2'])
    },
  )

  test('ranks a prepended row before its equals, the newest first', () => {
    const index = new SearchIndex()
    index.load({ companies: [company('a', 'Cedar Law'), company('b', 'Cedar Law')] })
    index.prepend({ companies: [company('c', 'Cedar Law')] })
    index.prepend({ companies: [company('d', 'Cedar Law')] })
    index.load({ companies: [company('e', 'Cedar Law')] })
    expect(ids(index.search('cedar'))).toEqual(['d', 'c', 'a', 'b', 'e'])
  })

  test('ranks opportunities after equal companies, whichever was loaded first', () => {
    const index = new SearchIndex()
    index.load({ opportunities: [{ id: 'o', name: 'Cedar Law', company_name: '' }] })
    index.load({ companies: [company('a', 'Cedar Law')] })
    index.prepend({ opportunities: [{ id: 'p', name: 'Cedar Law', company_name: '' }] })
    expect(ids(index.search('cedar'))).toEqual(['a', 'p', 'o'])
  })

  test('finds the new values of a changed row, in place, and no removed row', () => {
    const index = new SearchIndex()
    index.load({ companies: [company('a', 'Cedar Law'), company('b', 'Birch'), company('c', 'Cedar Law')] })
    index.load({ opportunities: [{ id: 'o', name: 'Cedar phones', company_name: 'Cedar Law' }] })
    index.update({ companies: [company('b', 'Cedar Law'), company('unknown', 'Cedar Law')] })
    expect(ids(index.search('cedar law'))).toEqual(['a', 'b', 'c', 'o'])
    expect(index.search('birch')).toEqual([])
    index.update({ opportunities: [{ id: 'o', name: 'Phones', company_name: 'Oak' }] })
    index.remove(['a', 'unknown'])
    expect(ids(index.search('cedar law'))).toEqual(['b', 'c'])
    expect(ids(index.search('oak'))).toEqual(['o'])
    index.prepend({ companies: [company('a', 'Cedar Law')] })
    expect(ids(index.search('cedar law'))).toEqual(['a', 'b', 'c'])
  })

  test('ignores a row that it already has', () => {
    const index = new SearchIndex()
    index.load({ companies: [maple, maple] })
    index.prepend({ companies: [{ ...maple, name: 'Maple Dental again' }] })
    expect(index.search('maple').map((hit) => hit.name)).toEqual(['Maple Dental'])
  })

  test('finds a tenant by its code, and opportunities, in content mode only', () => {
    const index = new SearchIndex()
    index.load({
      companies: [tenant],
      opportunities: [{ id: 'o', name: 'Maple trunks', company_name: 'Maple Dental' }],
    })
    expect(ids(index.search('maple7'))).toEqual(['domain-2', 'o'])
    expect(ids(index.search('maple7', 'company'))).toEqual(['domain-2'])
    expect(ids(index.search('le7', 'company'))).toEqual(['domain-2'])
    expect(ids(index.search('le7', 'company-name'))).toEqual([])
    expect(ids(index.search('maple', 'company-name'))).toEqual(['domain-2'])
  })
})
