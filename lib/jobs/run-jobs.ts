import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../supabase/database.types'
import type { Job } from './jobs'

/**
 * Runs each job immediately and then repeatedly, with its pause in between and never overlapping. Logs a failure when it begins and
 * when it is over; a failed job retries after its pause. Returns a function that stops all jobs.
 */
export function runJobs(admin: SupabaseClient<Database>, jobs: readonly Job[]): () => void {
  const timers = new Map<Job, NodeJS.Timeout>()
  const failing = new Set<Job>()
  let stopped = false

  async function run(job: Job) {
    try {
      await job.run(admin)
      if (failing.delete(job)) console.warn(`The server can ${job.name} again.`)
    } catch (error) {
      if (!failing.has(job)) console.error(`The server could not ${job.name} and keeps trying:`, error)
      failing.add(job)
    }
    if (stopped) return
    const timer = setTimeout(() => void run(job), job.everyMs)
    // Jobs must not keep the server process alive.
    timer.unref()
    timers.set(job, timer)
  }

  for (const job of jobs) void run(job)
  return () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
  }
}
