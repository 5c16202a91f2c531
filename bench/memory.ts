// Measures what server, backend and PostgreSQL take together while nothing is asked, during many requests of every kind, and after them.
// Usage: npm run bench:memory [-- --requests N]; Linux only. It serves the production build with its own data (.local/bench,
// or BENCH_DATA_DIR). A page of memory that several processes share counts once.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { runningBackend } from '../local/data-dir.ts'
import { commandLine } from '../local/processes.ts'
import { BENCH_DATA_DIR, signedInClient, signedInCookie, startBenchApp } from './support/app.ts'

const CEILING_MIB = { idle: 350, during: 600, after: 600 }
const AT_ONCE = 16
const QUIET_MS = 45_000
const LOOK_MS = 5_000

const { values } = parseArgs({ options: { requests: { type: 'string', default: '50000' } } })
const requests = Number(values.requests)

const app = await startBenchApp()
try {
  await delay(QUIET_MS)
  tell('idle', appProcesses())
  tell('during', await mostDuring(ask()))
  await delay(QUIET_MS)
  tell('after', appProcesses())
} finally {
  await app.stop()
}

/** Sends the requests, each kind in turn; fails if one of them gets an unexpected response. */
async function ask(): Promise<void> {
  const cookie = await signedInCookie()
  const staff = await signedInClient('admin@demo.test')
  const tenants = await tenantIds()
  const page = (path: string) => async () => {
    const answer = await fetch(new URL(path, app.url), { headers: { cookie }, redirect: 'manual' })
    await answer.arrayBuffer()
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}.`)
  }
  const tenant = (at: number) => tenants[at % tenants.length] ?? ''
  const kinds: ((at: number) => Promise<unknown>)[] = [
    (at) => page(`/app/tenants/${tenant(at)}/extensions`)(),
    (at) => page(`/api/tenants/${tenant(at)}/tenant-destinations`)(),
    page('/app/tenants'),
    async () => staff.rpc('tenant_list', { page_size: 50 }).throwOnError(),
    async (at) => staff.rpc('tenant_snapshot', { tenant: tenant(at) }).throwOnError(),
    async (at) =>
      staff
        .rpc('record_page', { target_table: 'extensions', tenant: tenant(at), page_size: 50 })
        .throwOnError(),
    async () => staff.from('companies').select('id, name').limit(50).throwOnError(),
    async (at) => staff.rpc('tenant_overview', { tenant: tenant(at) }).throwOnError(),
    page('/api/health'),
    async (at) => {
      const company = { name: `Memory ${at}` }
      const { data } = await staff.from('companies').insert(company).select('id').single().throwOnError()
      await staff.from('companies').delete().eq('id', data.id).throwOnError()
    },
  ]
  const begun = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = sent++; at < requests; at = sent++) await kinds[at % kinds.length]?.(at)
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  console.log(`${requests.toLocaleString('en')} requests in ${seconds.toFixed(0)} s, ${AT_ONCE} at a time.`)
}

async function tenantIds(): Promise<string[]> {
  const database = new pg.Client({ connectionString: app.databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ id: string }>('select id from public.tenants order by id limit 25')
  await database.end()
  return rows.map(({ id }) => id)
}

interface Process {
  kind: string
  mib: number
}

function sum(of: Process[]): number {
  return of.reduce((total, { mib }) => total + mib, 0)
}

/** The processes as they were when they took most. */
async function mostDuring(work: Promise<void>): Promise<Process[]> {
  let most: Process[] = []
  const looking = setInterval(() => {
    const now = appProcesses()
    if (sum(now) > sum(most)) most = now
  }, LOOK_MS)
  await work.finally(() => clearInterval(looking))
  return most
}

function tell(when: keyof typeof CEILING_MIB, processes: Process[]): void {
  const parts = Map.groupBy(processes, ({ kind }) => kind)
  const total = sum(processes)
  const each = [...parts].map(([kind, of]) => `${kind} ${sum(of).toFixed(0)} (${of.length})`).join(', ')
  console.log(`${when}: ${total.toFixed(0)} MiB of at most ${CEILING_MIB[when]}: ${each}`)
  if (total > CEILING_MIB[when]) process.exitCode = 1
}

/** The backend's process and its descendants. */
function appProcesses(): Process[] {
  const root = runningBackend(BENCH_DATA_DIR)?.pid ?? 0
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = read(`/proc/${name}/stat`)
      ?.replace(/^.*\) \S /, '')
      .split(' ')[0]
    if (parent) parents.set(Number(name), Number(parent))
  }
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isOurs).map((pid) => ({
    kind: kindOf(commandLine(pid) ?? ''),
    mib: Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0) / 1024,
  }))
}

function kindOf(command: string): string {
  if (/postgres/.test(command)) return 'PostgreSQL'
  return /scripts\/start\.ts/.test(command) ? 'backend' : 'server'
}

/** Undefined when the process has ended meanwhile. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
