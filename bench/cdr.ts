// Measures the requests of the calls page for the tenant with the most calls: through the API, signed in as a tech, over its last 400
// days; the page takes 401 at most.
// Usage: npm run bench:cdr, with the backend of LOCAL_DATA_DIR running and filled by npm run seed:cdr.
import type { Database } from '../lib/supabase/database.types.ts'
import { connected, signedIn } from './support/backend.ts'
import { timed, timingTable } from './support/timing.ts'

const RUNS = 40

const database = await connected()
const { rows: largest } = await database.query<{
  tenant: string
  calls: string
  all: string
  first: string
  last: string
}>(
  `select tenant_id as tenant, sum(calls) as calls, sum(sum(calls)) over () as all,
     to_char(greatest(min(hour), max(hour) - interval '399 days'), 'YYYY-MM-DD') as first, to_char(max(hour), 'YYYY-MM-DD') as last
   from public.cdr_hourly group by 1 order by 2 desc limit 1`,
)
const [largestTenant] = largest
if (!largestTenant) throw new Error('There are no calls. Run npm run seed:cdr first.')
const { tenant, calls, all, first, last } = largestTenant
const { rows: someNumbers } = await database.query<{ number: string }>(
  `select from_number as number from public.cdr where tenant_id = $1 and from_number like '+999%' order by start_at limit 1`,
  [tenant],
)
await database.end()
const rare = someNumbers[0]?.number ?? '+9990000000'
console.log(`${all} calls, of which ${calls} of the largest tenant; asked for ${first} to ${last}\n`)

const { client } = await signedIn('tech')

type PageArguments = Partial<Database['public']['Functions']['cdr_page']['Args']>
const year = { tenant, first_day: first, last_day: last }

async function page(args: PageArguments = {}) {
  const { data, error: failed } = await client.rpc('cdr_page', { ...year, page_size: 51, ...args })
  if (failed) throw failed
  return data
}

async function call(name: 'cdr_count' | 'cdr_chart', args: PageArguments = {}) {
  const { error: failed } = await client.rpc(name, { ...year, ...args } as typeof year)
  if (failed) throw failed
}

/** The row after this many full pages, where a deep page starts. */
async function rowAfter(pages: number, args: PageArguments) {
  let after: PageArguments = {}
  for (let turned = 0; turned < pages; turned++) {
    const row = (await page({ ...args, ...after, page_size: 5000 })).at(-1)
    if (row) after = { after_value: row.sort_value, after_id: row.id }
  }
  return after
}

const table = timingTable('question, over all days')
const measure = async (name: string, budget: number, ask: () => Promise<unknown>) =>
  table.row(name, await timed(ask, { runs: RUNS }), budget)

for (const sort_by of ['start', 'talk']) {
  await measure(`first page by ${sort_by}`, 50, () => page({ sort_by }))
  const deep = await rowAfter(60, { sort_by })
  await measure(`page after 300,000 calls by ${sort_by}`, 50, () => page({ sort_by, ...deep }))
}
const filters: Record<string, NonNullable<PageArguments['filters']>> = {
  missed: { status: 'missed' },
  'of one extension': { extension: '1003' },
  'of one hangup cause': { hangup_cause: 'UNALLOCATED_NUMBER' },
  'with recording': { recorded: true },
  'of 30 minutes and more': { min_talk: 1800 },
}
for (const [name, wanted] of Object.entries(filters)) {
  await measure(`first page, ${name}`, 150, () => page({ filters: wanted }))
}
const numbers: Record<string, NonNullable<PageArguments['filters']>> = {
  'a whole number': { number: rare },
  'a number that nobody has': { number: '+15005550006' },
  'an area code': { number: '316' },
  'a country code': { number: '+1' },
  'a prefix of some numbers': { number: rare.slice(0, 8) },
  'four last digits': { number: rare.slice(-4), number_match: 'end' },
  'two last digits': { number: '42', number_match: 'end' },
}
for (const [name, wanted] of Object.entries(numbers)) {
  await measure(`number filter, ${name}`, 150, () => page({ filters: wanted }))
}
await measure('total, no filter', 150, () => call('cdr_count'))
await measure('total of four last digits', 500, () =>
  call('cdr_count', { filters: numbers['four last digits'] }),
)
await measure('chart of all days', 200, () => call('cdr_chart'))
await measure('chart of one day', 200, () => call('cdr_chart', { first_day: last }))

if (table.above.length > 0) {
  console.log(`\nAbove the budget at p95: ${table.above.join('; ')}.`)
  process.exitCode = 1
}
