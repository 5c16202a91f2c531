/**
 * 500 requests at a time, each a search for a name in the list of tenants, as a tech: how long they wait, and that none fails.
 * Usage: npm run bench:concurrent-search, with the backend of LOCAL_DATA_DIR running and filled by npm run seed:large. Exits with 1 when the median wait
 * is above 2 s or a request fails.
 */
import { loadavg } from 'node:os'
import { signedIn } from './support/backend.ts'

const AT_ONCE = 500
const BUDGET_MS = 2000
const NAMES = ['harbor lantern', 'north', 'dental', 'blue ridge', 'zzzzzz']

const { client } = await signedIn('tech')
const search = async (n: number) => {
  const begun = performance.now()
  const { error } = await client.rpc('tenant_list', { search: NAMES[n % NAMES.length] })
  return { waited: performance.now() - begun, error }
}
for (const n of NAMES.keys()) await search(n)
const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => search(n)))
const waits = answers.map(({ waited }) => waited).sort((a, b) => a - b)
const at = (share: number) => (waits[Math.ceil(AT_ONCE * share) - 1] ?? 0).toFixed(0)
const failed = answers.filter(({ error }) => error).length
console.log(
  `${AT_ONCE} searches at once waited ${at(0.5)} ms at p50 of at most ${BUDGET_MS}, ${at(0.95)} ms at p95, ${at(1)} ms at most; ${failed} failed; load ${loadavg()[0]?.toFixed(1)}`,
)
if (failed > 0 || Number(at(0.5)) > BUDGET_MS) process.exitCode = 1
