import { describe, expect, test } from 'vitest'
import { type DuplicateGroup, groupDuplicates } from '@/lib/sales/companies'
import { mergeLines, type MergePreview, suggestedSurvivor } from '@/lib/sales/company-merge'
import { groupByTransaction } from '@/lib/sales/opportunity'

const company = (id: string, given: Partial<DuplicateGroup['companies'][number]> = {}) => ({
  id,
  name: `Company ${id}`,
  status: 'prospect',
  tenant_code: null,
  ...given,
})

describe('possible duplicate companies', () => {
  test('are listed once, with every value they share', () => {
    const [a, b, c] = [company('a'), company('b'), company('c')]
    expect(
      groupDuplicates([
        { kind: 'name', companies: [a, b] },
        { kind: 'phone', companies: [a, c] },
        { kind: 'domain', companies: [b, a] },
      ]),
    ).toEqual([
      { kinds: ['name', 'domain'], companies: [a, b] },
      { kinds: ['phone'], companies: [a, c] },
    ])
  })

  test('propose keeping the one with a tenant, else a customer, else the first', () => {
    const [plain, other] = [company('a'), company('b')]
    const customer = company('c', { status: 'active' })
    const tenant = company('d', { status: 'suspended', tenant_code: 'code' })
    expect(suggestedSurvivor([plain, customer, tenant])).toBe(tenant)
    expect(suggestedSurvivor([plain, customer])).toBe(customer)
    expect(suggestedSurvivor([plain, other])).toBe(plain)
  })

  test('preview only what will be moved', () => {
    const preview: MergePreview = {
      survivor: { id: 'a', name: 'A', version: 1 },
      duplicate: { id: 'b', name: 'B', version: 1 },
      obstacle: null,
      contacts: 1,
      opportunities: 2,
      notes: 0,
      port_orders: 0,
      stock: 1200,
      fills: ['phone'],
      lost_terms: null,
    }
    expect(mergeLines(preview)).toEqual([
      '1 contact',
      '2 opportunities',
      '1,200 stock items',
      'The phone number, missing from the company you keep',
    ])
  })
})

test('several changes of one transaction are a single timeline entry', () => {
  const entry = (transaction_id: number, table_name: string, action: string, record_label: string) => ({
    transaction_id,
    table_name,
    action,
    record_label,
  })
  const numbers = ['+1', '+2', '+3'].map((label) => entry(7, 'opportunity_numbers', 'insert', label))
  const note = entry(8, 'notes', 'insert', '')
  const change = entry(7, 'opportunities', 'update', 'Phones')
  expect(groupByTransaction([note, ...numbers, change])).toEqual([
    { ...note, further: 0 },
    { ...numbers[0], further: 2 },
    { ...change, further: 0 },
  ])
})
