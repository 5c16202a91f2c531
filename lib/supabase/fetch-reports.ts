import { publicEnv } from '../env.ts'

/**
 * `fetch` for Supabase clients that sends `report_…` functions to the read replica, if one is configured. Whatever the replica
 * cannot answer falls back to the primary: it may be unreachable, or lag behind a session that just started.
 */
export async function fetchReports(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { reportsUrl } = publicEnv()
  if (reportsUrl && !(input instanceof Request)) {
    const { pathname, search } = new URL(input)
    if (pathname.includes('/rest/v1/rpc/report_')) {
      const answer = await fetch(reportsUrl + pathname + search, init).catch(() => undefined)
      if (answer?.ok) return answer
    }
  }
  return fetch(input, init)
}
