import type { Readiness } from './readiness'

/** Facts about a finished request. */
export interface RequestFacts {
  method: string
  /** Without the query string. */
  path: string
  status: number
  seconds: number
}

/** Upper bounds in seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Counts {
  /** Requests by kind, method and status. */
  requests: Map<string, number>
  /** Requests by kind: total seconds, and how many took no longer than each bound. */
  seconds: Map<string, { sum: number; count: number; within: number[] }>
  underWay: number
}

// Global, because Next.js bundles server startup and routes separately, so they share no module variables.
const shared = globalThis as { trunklineCounts?: Counts }
const counts = (): Counts => {
  shared.trunklineCounts ??= { requests: new Map(), seconds: new Map(), underWay: 0 }
  return shared.trunklineCounts
}

/** Counts a request as under way, until {@link countRequest} counts it as done. */
export function requestBegins(): void {
  counts().underWay += 1
}

/** Counts a request that is over, however it ended, by the kind of its path. */
export function countRequest({ method, path, status, seconds }: RequestFacts): void {
  const { requests, seconds: times } = counts()
  counts().underWay -= 1
  const kind = kindOf(path)
  const labels = `kind="${kind}",method="${METHODS.has(method) ? method : 'other'}",status="${status}"`
  requests.set(labels, (requests.get(labels) ?? 0) + 1)
  const time = times.get(kind) ?? { sum: 0, count: 0, within: BUCKETS.map(() => 0) }
  time.sum += seconds
  time.count += 1
  time.within = time.within.map((n, place) => n + (seconds <= (BUCKETS[place] ?? 0) ? 1 : 0))
  times.set(kind, time)
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Few values only, because every label value is a time series in Prometheus. */
function kindOf(path: string): string {
  if (path.startsWith('/_next/')) return 'file'
  if (path.startsWith('/provision/') || path.startsWith('/api/provision/')) return 'provisioning'
  // Held until something is new.
  if (path === '/api/switch/agent/news') return 'switch news'
  if (path.startsWith('/api/switch/')) return 'switch'
  if (path.startsWith('/api/cdr')) return 'cdr'
  return path.startsWith('/api/') ? 'api' : 'page'
}

/** This process's metrics in Prometheus' text format (exposition format 0.0.4). */
export function metricsText(readiness: Readiness): string {
  const { requests, seconds, underWay } = counts()
  const memory = process.memoryUsage()
  const lines = [
    '# TYPE http_requests_total counter',
    ...[...requests].map(([labels, n]) => `http_requests_total{${labels}} ${n}`),
    '# TYPE http_request_duration_seconds histogram',
    ...[...seconds].flatMap(([kind, { sum, count, within }]) => [
      ...BUCKETS.map((bound, at) => bucket(kind, String(bound), within[at] ?? 0)),
      bucket(kind, '+Inf', count),
      `http_request_duration_seconds_sum{kind="${kind}"} ${sum}`,
      `http_request_duration_seconds_count{kind="${kind}"} ${count}`,
    ]),
    '# TYPE http_requests_under_way gauge',
    `http_requests_under_way ${underWay}`,
    '# TYPE server_ready gauge',
    ...Object.entries(readiness).map(([part, isReady]) => `server_ready{part="${part}"} ${Number(isReady)}`),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${memory.rss}`,
    '# TYPE nodejs_heap_size_used_bytes gauge',
    `nodejs_heap_size_used_bytes ${memory.heapUsed}`,
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${processorSeconds()}`,
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${process.uptime()}`,
  ]
  return `${lines.join('\n')}\n`
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const bucket = (kind: string, bound: string, n: number) =>
  `http_request_duration_seconds_bucket{kind="${kind}",le="${bound}"} ${n}`
