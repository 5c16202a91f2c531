import { describe, expect, test } from 'vitest'
import { readCsv } from '@/lib/csv'
import { importRecords } from '@/lib/records/import-records'
import { guessColumns, parseRows } from '@/lib/records/record-csv'
import { countRecords, listRecords, wholeList } from '@/lib/records/record-list'
import { issuesOf } from '@/lib/records/resource'
import { planRate, ratesOf } from '@/lib/resources/plan-rate'
import type { Supabase } from '@/lib/supabase/browser-client'

const PLAN = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const NAMES = { label: () => undefined, id: () => undefined }
const GOOD = {
  prefix: '44',
  description: 'UK',
  connect_fee: 0,
  included_seconds: 0,
  cost_per_minute: 0.0125,
  first_increment: 1,
  next_increment: 3600,
}

describe('a rate', () => {
  test('is stored under its digits, however they are typed', () => {
    const stored = (prefix: string) => planRate.shape.prefix?.parse(prefix)
    expect([' 44 ', '+998', '4４', ''].map(stored)).toEqual(['44', '998', '44', ''])
  })

  test.each([
    ['prefix', '44x'],
    ['prefix', '4+4'],
    ['prefix', '1'.repeat(16)],
    ['description', 'x'.repeat(121)],
    ['connect_fee', 0.00001],
    ['connect_fee', -1],
    ['cost_per_minute', null],
    ['cost_per_minute', 0.01255],
    ['cost_per_minute', 1001],
    ['included_seconds', 3601],
    ['included_seconds', null],
    ['first_increment', 0],
    ['next_increment', 3601],
  ])('is refused with %s = %j, with a reason', (column, value) => {
    expect(issuesOf(planRate, GOOD)).toEqual([])
    expect(issuesOf(planRate, { ...GOOD, [column]: value })).toEqual([
      { column, message: expect.stringMatching(/^[A-Z].*\.$/) },
    ])
  })

  test('starts without a price, which is no price of nothing', () => {
    expect(planRate.blank).toMatchObject({ cost_per_minute: null, connect_fee: 0, first_increment: 60 })
  })
})

describe('the rates of a plan', () => {
  test('are those that a file names by prefix alone', async () => {
    const resource = ratesOf(PLAN)
    const file = await readCsv('Prefix,Destination,Cost per minute\n+998,Uzbekistan,0.0815\n,Others,0.35\n')
    const rows = await parseRows(resource, file, guessColumns(resource, file.header), NAMES)
    expect(rows.map(({ values }) => values)).toEqual([
      { rate_plan_id: PLAN, prefix: '998', description: 'Uzbekistan', cost_per_minute: 0.0815 },
      { rate_plan_id: PLAN, prefix: '', description: 'Others', cost_per_minute: 0.35 },
    ])
    const asked: unknown[] = []
    const supabase = {
      rpc: async (...question: unknown[]) => ({ data: [], error: null, asked: asked.push(question) }),
    }
    await importRecords(supabase as unknown as Supabase, resource, null, rows, true)
    expect(asked).toMatchObject([['import_records', { key_columns: ['rate_plan_id', 'prefix'] }]])
  })

  test('are all that is listed and counted, whatever is searched', async () => {
    const asked: unknown[] = []
    const supabase = {
      rpc: async (...question: unknown[]) => ({ data: [], error: null, asked: asked.push(question) }),
    }
    const { table, within } = ratesOf(PLAN)
    const query = { ...wholeList(planRate), within, search: 'uzb' }
    await listRecords(supabase as unknown as Supabase, { table, tenantId: null }, query)
    await countRecords(supabase as unknown as Supabase, { table, tenantId: null }, query)
    const shared = { search: 'uzb', filters: { rate_plan_id: PLAN } }
    expect(asked).toMatchObject([
      ['record_page', shared],
      ['record_count', shared],
    ])
  })
})
