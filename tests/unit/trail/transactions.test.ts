import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '@/lib/trail/recent'
import { summarizeTransactions } from '@/lib/trail/transactions'
import { valuesOf } from '@/lib/trail/values'

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  id: crypto.randomUUID(),
  at: '2026-02-02T08:00:00+00:00',
  actor: null,
  actor_email: 'admin@demo.test',
  table_name: 'ring_group_members',
  record_id: crypto.randomUUID(),
  record_label: '',
  tenant_id: null,
  action: 'insert',
  changes: {},
  parent_id: null,
  transaction_id: 1,
  ...given,
})

describe('the summary of a transaction', () => {
  test('is one line, named after the record that the others belong to', () => {
    const group = entry({ table_name: 'ring_groups', record_id: 'g', record_label: 'Sales' })
    const members = [entry({ parent_id: 'g' }), entry({ parent_id: 'g' })]
    const earlier = entry({ transaction_id: 0, record_label: 'Before' })
    expect(summarizeTransactions([...members, group, earlier])).toEqual([
      { ...group, further: 2 },
      { ...earlier, further: 0 },
    ])
  })

  test('is named after a removed company, not after its child tables, which are removed first', () => {
    const gone = { record_id: 'c', action: 'delete' }
    const restricted = entry({ ...gone, table_name: 'company_accounts', parent_id: 'c' })
    const company = entry({ ...gone, table_name: 'companies', record_label: 'Acme' })
    for (const group of [
      [restricted, company],
      [company, restricted],
    ])
      expect(summarizeTransactions(group)).toEqual([{ ...company, further: 0 }])
  })

  test('is named after the first record written if none belongs to another', () => {
    const [third, second, first] = [entry({}), entry({}), entry({ record_label: '1001' })]
    expect(summarizeTransactions([third, second, first])).toEqual([{ ...first, further: 2 }])
  })

  test('is named after an added record rather than a changed one', () => {
    const company = entry({ table_name: 'companies', action: 'update' })
    const tenant = entry({ table_name: 'tenants', record_label: 'acme.pbx.example' })
    expect(summarizeTransactions([tenant, company])).toEqual([{ ...tenant, further: 1 }])
  })

  test('is named after the answer of a customer to a quote rather than the task that tells of it', () => {
    const answer = entry({ table_name: 'quotes', action: 'update', actor_email: '' })
    const task = entry({ table_name: 'tasks', actor_email: '' })
    expect(summarizeTransactions([answer, task])).toEqual([{ ...answer, further: 1 }])
  })

  test('counts a record once, however often it was written', () => {
    const once = entry({ record_id: 'a' })
    expect(summarizeTransactions([entry({ record_id: 'a', action: 'update' }), once])).toEqual([
      { ...once, further: 0 },
    ])
  })
})

describe('the values shown for an entry', () => {
  const changed = (changes: AuditEntry['changes']) =>
    valuesOf({ table_name: 'opportunities', action: 'update', changes })
  test('for a change are the old and new ones', () => {
    expect(changed({ status: ['lead', 'qualified'], amount: [1200, null] })).toBe(
      'stage: Lead → Qualified, amount: 1,200 → —',
    )
    expect(changed({ due_on: [null, '2026-03-05'], enabled: [true, false] })).toBe(
      'due on: — → Mar 5, 2026, enabled: Yes → No',
    )
  })

  test('show a reference by field name only, because an id means nothing to a reader', () => {
    expect(changed({ owner_id: [null, '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35'] })).toBe('owner')
  })

  test('for a new or removed record are the most telling ones', () => {
    const of = (table_name: string, action: string, changes: AuditEntry['changes']) =>
      valuesOf({ table_name, action, changes })
    expect(of('invoices', 'insert', { number: [null, 'X-1'], total: [null, 120.5] })).toBe('total 120.5')
    expect(of('notes', 'insert', { body: [null, 'Called back.'] })).toBe('Called back.')
    expect(of('quotes', 'delete', { status: ['draft', null] })).toBe('status Draft')
  })
})
