// Measures tenant lists and lookups as the app requests them: through the API, signed in as a tech.
// Usage: npm run bench:tenants, with the backend of LOCAL_DATA_DIR running and filled by npm run seed:large.
import type { Database } from '../lib/supabase/database.types.ts'
import { signedIn } from './support/backend.ts'
import { timed, timingTable } from './support/timing.ts'

const RUNS = 60
const BUDGET_MS = 300

const { client } = await signedIn('tech')

type ListArguments = Database['public']['Functions']['tenant_list']['Args']

async function list(args: ListArguments) {
  const { data, error: failed } = await client.rpc('tenant_list', args)
  if (failed) throw failed
  return data
}

/** The last row before the page this many pages down. */
async function rowAfter(pages: number, args: ListArguments) {
  let last: { id: string; sort_value: string } | undefined
  for (let page = 0; page < pages; page++) {
    const found: { id: string; sort_value: string }[] = await list({
      ...args,
      page_size: 200,
      after_value: last?.sort_value,
      after_id: last?.id,
    })
    last = found.at(-1)
  }
  if (!last) throw new Error('There are no tenants. Run npm run seed:large first.')
  return { after_value: last.sort_value, after_id: last.id }
}

async function anyOf(table: 'devices' | 'dids', column: string): Promise<string> {
  const { data, error: failed } = await client
    .from(table)
    .select(column)
    .limit(1)
    .single<Record<string, string>>()
  if (failed) throw failed
  return data[column] ?? ''
}

const table = timingTable('question')
const measure = async (name: string, ask: () => PromiseLike<unknown>, budget?: number) =>
  table.row(name, await timed(ask, { warm: 5, runs: RUNS }), budget)

for (const sort_by of ['company', 'code', 'domain', 'time_zone', 'created']) {
  await measure(`first page by ${sort_by}`, () => list({ sort_by }), BUDGET_MS)
  const from = await rowAfter(60, { sort_by })
  await measure(`page after 12,000 rows by ${sort_by}`, () => list({ sort_by, ...from }))
}
const filters: Record<string, ListArguments> = {
  'a name': { search: 'harbor lantern' },
  'what nobody has': { search: 'zzzzzz' },
  suspended: { only_status: 'suspended' },
  'a time zone': { only_time_zone: 'Pacific/Honolulu' },
  'used-up seats': { only_full: true },
}
for (const [name, args] of Object.entries(filters)) {
  await measure(`first page, ${name}`, () => list(args), BUDGET_MS)
}
const mac = await anyOf('devices', 'mac')
const number = await anyOf('dids', 'number')
await measure('find_tenant by MAC', () => client.rpc('find_tenant', { kind: 'mac', value: mac }))
await measure('find_tenant by number', () => client.rpc('find_tenant', { kind: 'phone', value: number }))
await measure('tenant_time_zones', () => client.rpc('tenant_time_zones'))
await measure('dashboard_figures', () => client.rpc('dashboard_figures'))

if (table.above.length > 0) {
  console.log(`\nAbove the budget at p95: ${table.above.join('; ')}.`)
  process.exitCode = 1
}
