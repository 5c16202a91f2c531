import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { importRecords } from '@/lib/records/import-records'
import { guessColumns, parseRows, readCsvFile, recordsToCsv } from '@/lib/records/record-csv'
import { allRecords } from '@/lib/records/record-list'
import { loadRecordNames } from '@/lib/records/record-names'
import type { Resource } from '@/lib/records/resource'
import { callerOf, type Client } from '../support/clients'
import { query } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'

const folder = join(import.meta.dirname, '../../lib/resources')

/** Every resource in lib/resources that supports import. */
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
      const asked = { search: '', filters: {}, sort: resource.sort.column, descending: false }
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
