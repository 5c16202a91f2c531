/**
 * What is written thousands of rows at a time, through the API as the dialogs send it: 5,000 extensions imported, fields of 1,000
 * changed, 50,000 numbers imported. Usage: npm run bench:bulk, with the backend of LOCAL_DATA_DIR running; all of it is deleted
 * again. Exits with 1 when something takes longer than its budget.
 */
import '../scripts/lib/app-modules.ts'
import { loadavg } from 'node:os'
import type { Resource } from '../lib/records/resource.ts'
import { connected, signedIn } from './support/backend.ts'

const { importRecords } = await import('../lib/records/import-records.ts')
const { changeRecords } = await import('../lib/records/record-client.ts')
const { extension } = await import('../lib/resources/extension.ts')
const { numberInStock } = await import('../lib/resources/number.ts')

const TENANT = '7d0c5d1e-0000-4000-8000-00000000b01c'
/** The area code of the Northern Mariana Islands, which the demo data do not use. */
const AREA = '+1670'

const database = await connected()
const { client } = await signedIn('superadmin')

async function removeAll(): Promise<void> {
  await database.query('delete from public.tenants where id = $1', [TENANT])
  await database.query(`delete from public.dids where number like '${AREA}%'`)
}

/** Times the work, which resolves to the number of rows written, and prints it next to its budget in seconds. */
async function measure(
  name: string,
  rows: number,
  budget: number,
  work: () => Promise<number>,
): Promise<void> {
  const begun = performance.now()
  const written = await work()
  const seconds = (performance.now() - begun) / 1000
  if (written !== rows) throw new Error(`${name}: ${written} of ${rows} rows were written.`)
  console.log(`| ${name} | ${seconds.toFixed(2)} | ${budget} | ${loadavg()[0]?.toFixed(1)} |`)
  if (seconds > budget) process.exitCode = 1
}

const imported = async (resource: Resource, tenant: string | null, rows: Record<string, unknown>[]) => {
  const numbered = rows.map((values, index) => ({ row: index + 2, values }))
  const outcomes = await importRecords(client, resource, tenant, numbered, false)
  return outcomes.filter(({ outcome }) => outcome === 'insert').length
}

await removeAll()
try {
  await database.query(
    "insert into public.tenants (id, domain, extension_limit) values ($1, 'bulk.pbx.example', 5000)",
    [TENANT],
  )
  console.log('| written | seconds | budget | load |')
  console.log('| --- | ---: | ---: | ---: |')
  const extensions = Array.from({ length: 5000 }, (_, n) => ({
    extension: String(10_000 + n),
    effective_caller_id_name: `Desk ${n}`,
    call_timeout: 25,
  }))
  await measure('5,000 extensions imported', 5000, 10, () =>
    imported(extension as unknown as Resource, TENANT, extensions),
  )
  const { rows } = await database.query(
    'select id, version from public.extensions where tenant_id = $1 limit 1000',
    [TENANT],
  )
  await measure('1,000 extensions changed', 1000, 2, async () => {
    const values = { description: 'Moved', location: 'Floor 2' }
    const failed = await changeRecords(client, extension as unknown as Resource, TENANT, rows, values)
    return rows.length - failed.size
  })
  const numbers = Array.from({ length: 50_000 }, (_, n) => ({
    number: `${AREA}${2_000_000 + n}`,
    carrier: 'Carrier',
    monthly_cost: 1.25,
    status: 'available',
  }))
  await measure('50,000 numbers imported', 50_000, 60, () =>
    imported(numberInStock as unknown as Resource, null, numbers),
  )
} finally {
  await removeAll()
  await database.end()
}
