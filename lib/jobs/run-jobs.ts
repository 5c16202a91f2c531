import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../supabase/database.types'
import type { Job } from './jobs'

/**
 * Runs each job immediately and then repeatedly, with its pause in between and never overlapping. Logs a failure when it begins and
 * when it is over; a failed job retries after its pause. Returns a function that stops all jobs and resolves once none is under way.
 */
export function runJobs(admin: SupabaseClient<Database>, jobs: readonly Job[]): () => Promise<void> {
  const timers = new Map<Job, NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()
  const failing = new Set<Job>()
  const stopping = new AbortController()

  async function run(job: Job) {
    try {
      await job.run(admin, stopping.signal)
      if (failing.delete(job)) console.warn(`The server can ${job.name} again.`)
    } catch (error) {
      if (!failing.has(job)) console.error(`The server could not ${job.name} and keeps trying:`, error)
      failing.add(job)
    }
    if (stopping.signal.aborted) return
    const timer = setTimeout(() => begin(job), job.everyMs)
    // Jobs must not keep the server process alive.
    timer.unref()
    timers.set(job, timer)
  }
  function begin(job: Job) {
    const running = run(job).finally(() => underWay.delete(running))
    underWay.add(running)
  }

  for (const job of jobs) begin(job)
  return async () => {
    stopping.abort()
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(underWay)
  }
}
