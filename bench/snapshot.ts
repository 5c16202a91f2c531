// Measures public.tenant_snapshot for a tenant with 2,000 extensions and 1,000 numbers, as a technician asks for it: at the
// database and through the API. Usage: npm run bench:snapshot, with the backend of LOCAL_DATA_DIR running.
import { connected, signedIn } from './support/backend.ts'
import { timed, timingTable } from './support/timing.ts'

const TENANT = '7d0c5d1e-0000-4000-8000-000000003000'
const BUDGET_MS = 20
const RUNS = 60

/** A tenant that uses every page: 2,000 extensions with a phone and a mailbox each, 1,000 numbers, 100 of every group. */
const FILL = `
  insert into public.tenants (id, domain, extension_limit) values ('${TENANT}', 'three-thousand.pbx.example', 5000);
  insert into public.extensions (tenant_id, extension, effective_caller_id_name, first_name, last_name, voicemail_email)
    select '${TENANT}', (2000 + n)::text, 'Desk ' || n, 'First ' || n, 'Last ' || n, 'desk' || n || '@customer.example'
    from generate_series(1, 2000) n;
  insert into public.devices (tenant_id, mac, label)
    select '${TENANT}', '02:30:00:00:' || to_char(n / 100, 'FM00') || ':' || to_char(n % 100, 'FM00'), 'Desk ' || n
    from generate_series(1, 2000) n;
  insert into public.device_lines (tenant_id, device_id, extension_id, line)
    select d.tenant_id, d.id, e.id, 1 from public.devices d
    join public.extensions e on e.tenant_id = d.tenant_id and e.effective_caller_id_name = d.label where d.tenant_id = '${TENANT}';
  insert into public.dids (tenant_id, number, status, description, destination_id)
    select '${TENANT}', '+9993000' || to_char(n, 'FM000000'), 'assigned', 'Line ' || n, e.id
    from generate_series(1, 1000) n join public.extensions e on e.tenant_id = '${TENANT}' and e.extension = (2000 + n)::text;
  insert into public.ring_groups (tenant_id, number, name)
    select '${TENANT}', (6000 + n)::text, 'Group ' || n from generate_series(1, 100) n;
  insert into public.ring_group_members (tenant_id, ring_group_id, extension_id, position)
    select g.tenant_id, g.id, e.id, row_number() over (partition by g.id) from public.ring_groups g
    join public.extensions e on e.tenant_id = g.tenant_id and e.extension::int % 100 = g.number::int % 100
    where g.tenant_id = '${TENANT}' and e.extension::int < 2501;
  insert into public.ivr_menus (tenant_id, number, name)
    select '${TENANT}', (7000 + n)::text, 'Menu ' || n from generate_series(1, 100) n;
  insert into public.ivr_menu_options (tenant_id, ivr_menu_id, digits, destination_id)
    select m.tenant_id, m.id, k::text, g.id from public.ivr_menus m
    join public.ring_groups g on g.tenant_id = m.tenant_id and g.number::int = m.number::int - 1000
    cross join generate_series(1, 5) k where m.tenant_id = '${TENANT}'`

const { client, userId, rest } = await signedIn('tech')

const database = await connected()
const { rowCount } = await database.query('select from public.tenants where id = $1', [TENANT])
if (!rowCount) await database.query(`begin; ${FILL}; commit; analyze`)
await database.query(
  "select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)",
  [JSON.stringify({ sub: userId, role: 'authenticated' })],
)

/** Until its text has arrived; what reads it as JSON is not the database. */
const atDatabase = async () => {
  const text = 'select public.tenant_snapshot($1)::text as text'
  return (await database.query<{ text: string }>(text, [TENANT])).rows[0]?.text.length ?? 0
}
/** Until its bytes have arrived. */
const throughApi = () => rest('rpc/tenant_snapshot', { tenant: TENANT })
const asTheAppAsks = async () => {
  const { data, error: failed } = await client.rpc('tenant_snapshot', { tenant: TENANT })
  if (failed) throw failed
  return data
}

const bytes = await atDatabase()
const document = (await asTheAppAsks()) as unknown[]
const rowsOf = (name: string) => document.filter((part) => Array.isArray(part) && part[0] === name).length
if (rowsOf('extensions') !== 2000 || rowsOf('dids') !== 1000) throw new Error('Rows are missing.')
console.log(`${document.length.toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(1)} MB\n`)
const table = timingTable('the snapshot of one tenant')
table.row('at the database', await timed(atDatabase, { warm: 10, runs: RUNS }), BUDGET_MS)
table.row('through the API', await timed(throughApi, { warm: 10, runs: RUNS }), BUDGET_MS)
table.row('through the API, parsed by supabase-js', await timed(asTheAppAsks, { warm: 10, runs: RUNS }))
await database.end()
if (table.above.length > 0) {
  console.error(`\nAbove the budget: ${table.above.join(', ')}.`)
  process.exitCode = 1
}
