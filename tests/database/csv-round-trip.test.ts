import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecordRow } from '@/lib/records/field'
import { importRecords } from '@/lib/records/import-records'
import { guessColumns, parseRows, readCsvFile, recordsToCsv } from '@/lib/records/record-csv'
import { allRecords } from '@/lib/records/record-list'
import { loadRecordNames } from '@/lib/records/record-names'
import type { Resource } from '@/lib/records/resource'
import { callBlockRule } from '@/lib/resources/call-block-rule'
import { planRate, ratesOf } from '@/lib/resources/plan-rate'
import { callerOf, type Client } from '../support/clients'
import { query } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { newTenant } from '../support/factories/companies'
import { newCallBlockRule } from '../support/factories/numbers'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

const folder = join(import.meta.dirname, '../../lib/resources')

const [plan] = await query<{ id: string }>('select id from public.rate_plans order by created_at, id limit 1')

/** Every resource in lib/resources that supports import; rates are those of a plan. */
const resources = (
  await Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map(async (file) => Object.values((await import(join(folder, file))) as Record<string, unknown>)),
  )
)
  .flat()
  .filter(
    (value): value is Resource =>
      typeof value === 'object' &&
      value !== null &&
      'table' in value &&
      Boolean((value as Partial<Resource>).importKey),
  )
  .map((resource) => (resource.table === planRate.table ? ratesOf(String(plan?.id)) : resource))

let staff: Client
/** When the demo data was loaded: newer rows belong to other tests and may change while this one reads. */
let seededAt: string
beforeAll(async () => {
  staff = (await callerOf('superadmin')).client
  const [member] = await query<{ seeded_at: string }>(
    "select to_json(created_at) #>> '{}' as seeded_at from public.members where user_id = $1",
    [SUPERADMIN],
  )
  seededAt = String(member?.seeded_at)
})

/** The demo tenant with the most records of a kind; null for records without a tenant. */
async function fullestTenant(resource: Resource): Promise<string | null> {
  const { table, section } = resource
  if (section !== 'telephony') return null
  const [tenant] = await query<{ id: string }>(
    `select t.id from public.${table} r
     join public.tenants t on t.id = r.tenant_id
     join public.companies c on c.domain_uuid = t.id
     where r.created_at <= $1 and t.created_at <= $1
     group by t.id, c.name order by count(*) desc, c.name limit 1`,
    [seededAt],
  )
  return tenant?.id ?? null
}

describe.each(resources.map((resource) => [resource.plural, resource] as const))(
  'an export file of %s',
  (_plural, resource) => {
    test('changes nothing when it is imported again', async () => {
      const tenantId = await fullestTenant(resource)
      const names = await loadRecordNames(staff as never, resource, tenantId)
      const asked = {
        search: '',
        filters: {},
        within: resource.within,
        sort: resource.sort.column,
        descending: false,
      }
      const found = await allRecords(
        staff as never,
        { table: resource.table, tenantId },
        { ...asked, after: null, before: null },
      )
      const rows = found.filter(({ created_at }) => Date.parse(String(created_at)) <= Date.parse(seededAt))
      expect(rows).not.toEqual([])
      const file = await readCsvFile(new File([await recordsToCsv(resource, rows, names)], 'export.csv'))
      const parsed = await parseRows(resource, file, guessColumns(resource, file.header), names)
      expect(parsed.flatMap(({ problem }) => problem ?? [])).toEqual([])
      const answer = await importRecords(staff as never, resource, tenantId, parsed, true)
      expect(answer.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
      expect(answer).toHaveLength(rows.length)
    })
  },
)

describe('block rules for one number', () => {
  const NUMBER = '+12075550199'
  let tenant_id: string
  let ids: Record<string, string>
  const rules = () =>
    query<{ extension: string | null; name: string }>(
      `select e.extension, r.name from public.call_block_rules r left join public.extensions e on e.id = r.extension_id
       where r.tenant_id = $1 order by e.extension nulls first`,
      [tenant_id],
    )
  /** Imports these lines under those headings. */
  async function imported(...lines: string[]) {
    const names = await loadRecordNames(staff as never, callBlockRule, tenant_id)
    const file = await readCsvFile(new File([lines.join('\n')], 'rules.csv'))
    const parsed = await parseRows(callBlockRule, file, guessColumns(callBlockRule, file.header), names)
    expect(parsed.flatMap(({ problem }) => problem ?? [])).toEqual([])
    return (await importRecords(staff as never, callBlockRule, tenant_id, parsed, false)).map(
      ({ outcome }) => outcome,
    )
  }
  beforeEach(async () => {
    tenant_id = (await insertRow('tenants', await newTenant())).id
    ids = {}
    for (const extension of ['1001', '1002']) {
      const made = await insertRow('extensions', await newExtension({ tenant_id, extension }))
      ids[extension] = made.id
    }
  })
  const block = async (extension: string | null) =>
    insertRow(
      'call_block_rules',
      await newCallBlockRule({
        tenant_id,
        number: NUMBER,
        name: 'Before',
        extension_id: extension && String(ids[extension]),
      }),
    )

  test('are rules of their own for each extension, and for all', async () => {
    await block(null)
    await block('1001')
    const head = 'Direction,Match,Number,Applies to,Name'
    expect(await imported(head, `Inbound,Exact,${NUMBER},1002,After`)).toEqual(['insert'])
    expect(await imported(head, `Inbound,Exact,${NUMBER},,After`)).toEqual(['update'])
    expect(await rules()).toEqual([
      { extension: null, name: 'After' },
      { extension: '1001', name: 'Before' },
      { extension: '1002', name: 'After' },
    ])
  })

  test('apply to all extensions where the file does not say to which', async () => {
    await block('1001')
    expect(await imported('Direction,Match,Number,Name', `Inbound,Exact,${NUMBER},After`)).toEqual(['insert'])
    expect(await rules()).toEqual([
      { extension: null, name: 'After' },
      { extension: '1001', name: 'Before' },
    ])
  })

  test('are unchanged by the import of their export', async () => {
    for (const extension of [null, '1001', '1002']) await block(extension)
    const names = await loadRecordNames(staff as never, callBlockRule, tenant_id)
    const rows = await query<RecordRow>('select * from public.call_block_rules where tenant_id = $1', [
      tenant_id,
    ])
    const text = await recordsToCsv(callBlockRule, rows, names)
    expect(await imported(text)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  })
})
