/**
 * Global search at full size, in one run: milliseconds a keystroke of plain Fuse.js and of the search index, the
 * time and memory that the index takes, and whether both give the same hits.
 *
 *   npm run bench:search
 *
 * Exits with 1 when the first five hits of any golden query differ from plain Fuse.js's.
 */
import { cpus } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Fuse from 'fuse.js'
import { companyHit, opportunityHit, type SearchHit } from '../lib/search/hits.ts'
import { SearchIndex } from '../lib/search/search-index.ts'
import { goldenQueries, searchCorpus } from './search-corpus.ts'

const COMPANIES = 50_000
const OPPORTUNITIES = 10_000
const PAGE = 10_000
/** Plain Fuse.js is timed on some keystrokes only; all of them would take minutes. */
const FUSE_SAMPLE = 50

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapMegabytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}

function timed<Result>(work: () => Result): { result: Result; ms: number } {
  const start = performance.now()
  const result = work()
  return { result, ms: performance.now() - start }
}

/** The median of three runs, so that pauses of the machine do not count. */
function steadyTime(work: () => unknown): number {
  return [work, work, work].map((run) => timed(run).ms).toSorted((a, b) => a - b)[1] ?? Number.NaN
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function summary(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), max: percentile(sorted, 1) }
}

function report(label: string, times: number[]): void {
  const { p50, p95, max } = summary(times)
  const cells = [p50, p95, max].map((ms) => ms.toFixed(2).padStart(9))
  console.log(`${label.padEnd(44)}${cells.join('')}   n=${times.length}`)
}

const ids = (hits: SearchHit[], count: number) =>
  hits
    .slice(0, count)
    .map((hit) => hit.id)
    .join()

const { companies, opportunities } = searchCorpus(COMPANIES, OPPORTUNITIES)
const queries = goldenQueries(companies, opportunities)
const keystrokes = queries.flatMap((query) => Array.from(query, (_, i) => query.slice(0, i + 1)))
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
console.log(`${COMPANIES} companies, ${OPPORTUNITIES} opportunities, ${queries.length} golden queries`)

const heapBefore = heapMegabytes()
const index = new SearchIndex()
const pages: number[] = []
for (let at = 0; at < COMPANIES; at += PAGE) {
  pages.push(timed(() => index.load({ companies: companies.slice(at, at + PAGE) })).ms)
}
pages.push(timed(() => index.load({ opportunities })).ms)
const built = pages.reduce((sum, ms) => sum + ms, 0)
console.log(`index built in ${built.toFixed(0)} ms (slowest page ${Math.max(...pages).toFixed(0)} ms),`)
console.log(`  ${(heapMegabytes() - heapBefore).toFixed(0)} MB of heap`)

const list = [...companies.map(companyHit), ...opportunities.map(opportunityHit)]
const fuse = new Fuse(list, { threshold: 0.2, keys: ['name', 'description'] })
const plain = (term: string) => fuse.search(term, { limit: 50 }).map(({ item }) => item)

for (const term of keystrokes.slice(0, 500)) index.search(term) // lets the compiler settle

console.log('\nms a keystroke, median of three runs'.padEnd(45) + '      p50      p95      max')
const engineTimes = new Map(keystrokes.map((term) => [term, steadyTime(() => index.search(term))]))
const timesOf = (terms: string[]) => terms.map((term) => engineTimes.get(term) ?? Number.NaN)
report('search index, all keystrokes', timesOf(keystrokes))
for (const [from, to] of [
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 5],
  [6, 9],
  [10, 19],
  [20, 32],
  [33, 999],
] as const) {
  const within = [...engineTimes.keys()].filter((term) => term.length >= from && term.length <= to)
  report(`  terms of ${from === to ? from : `${from}–${to}`} characters`, timesOf(within))
}

const sample = keystrokes.filter((_, i) => i % FUSE_SAMPLE === 0)
const fuseTimes = sample.map((term) => steadyTime(() => plain(term)))
report(`plain Fuse.js, every ${FUSE_SAMPLE}th keystroke`, fuseTimes)
report('search index, the same keystrokes', timesOf(sample))
const ratio = (share: 'p50' | 'p95') =>
  (summary(fuseTimes)[share] / summary(timesOf(sample))[share]).toFixed(0)
console.log(`ratio: ${ratio('p50')} at the median, ${ratio('p95')} at p95`)

const compared = queries.map((term) => ({ term, expected: plain(term), actual: index.search(term) }))
const differing = (count: number) =>
  compared.filter(({ expected, actual }) => ids(expected, count) !== ids(actual, count))
console.log(`\n${compared.length} golden queries compared with plain Fuse.js:`)
console.log(
  `  first five hits differ: ${differing(5).length}, first fifty hits differ: ${differing(50).length}`,
)
for (const { term } of differing(5)) console.error(`  differs: ${JSON.stringify(term)}`)
if (differing(5).length > 0) process.exitCode = 1
