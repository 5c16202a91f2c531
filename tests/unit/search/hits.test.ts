import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CompanyEntry, companyHit, detectHits, opportunityHit } from '@/lib/search/hits'

const tenant: CompanyEntry = {
  id: 'c1',
  name: 'Maple Dental',
  type: 'tenant',
  domain_uuid: 'd1',
  tenant_code: 'MD001',
}

describe('companyHit', () => {
  test('makes a tenant hit of a tenant, with domain and code', () => {
    expect(companyHit(tenant)).toEqual({
      id: 'd1',
      name: 'Maple Dental',
      description: 'MD001',
      type: 'tenant',
      company: tenant,
    })
  })

  test.each([
    { type: 'customer' },
    { type: null },
    { type: 'Tenant' },
    { domain_uuid: null },
    { domain_uuid: '' },
    { tenant_code: null },
    { tenant_code: '' },
  ])('leaves a company with %j a company hit', (change) => {
    const company = { ...tenant, ...change }
    expect(companyHit(company)).toEqual({
      id: 'c1',
      name: 'Maple Dental',
      description: '',
      type: 'company',
      company,
    })
  })
})

describe('opportunityHit', () => {
  test('describes the opportunity by its company', () => {
    expect(opportunityHit({ id: 'o1', name: 'SIP trunks', company_name: 'Maple Dental' })).toEqual({
      id: 'o1',
      name: 'SIP trunks',
      description: 'Maple Dental',
      type: 'opportunity',
    })
  })
})

describe('detectHits', () => {
  test.each([
    '00155e01abcd',
    '00-15-5e-01-ab-cd',
    '0015.5E01.ABCD',
    '00:15:5E:01:AB:CD',
    '００１５５Ｅ０１ａｂｃｄ',
  ])('finds the MAC address in %j', (term) => {
    const value = '00:15:5E:01:AB:CD'
    expect(detectHits(term)).toEqual([{ id: value, name: value, description: 'MAC Address', type: 'mac' }])
  })

  test.each([
    '2125550100',
    '(212) 555-0100',
    '212.555.0100',
    '+1 212 555 0100',
    '＋１（２１２）５５５－０１００',
  ])('finds the phone number in %j', (term) => {
    const value = '+12125550100'
    expect(detectHits(term)).toEqual([{ id: value, name: value, description: 'Phone Number', type: 'phone' }])
  })

  test('takes twelve digits for a MAC address', () => {
    expect(detectHits('212555010012').map((hit) => hit.type)).toEqual(['mac'])
  })

  test.each(['', ' ', 'Maple', '5550100', '00155e01abc', '00_15_5e_01_ab_cd'])(
    'finds nothing in %j',
    (term) => {
      expect(detectHits(term)).toEqual([])
    },
  )

  test('never returns more than one hit', () => {
    const term = fc.string({ unit: fc.constantFrom(...'0123456789abcdefAF:-. ()+g'), maxLength: 20 })
    fc.assert(
      fc.property(term, (text) => {
        expect(detectHits(text).length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })
})
