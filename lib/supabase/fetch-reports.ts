import { publicEnv } from '../env.ts'

/**
 * `fetch` for Supabase clients: the functions `report_…` are read from the replica, where one is configured. What it cannot
 * answer is asked of the database itself: it may be out of reach, or not have heard of a session that has just begun.
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
