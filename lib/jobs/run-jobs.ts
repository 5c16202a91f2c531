import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../supabase/database.types'
import type { Job } from './jobs'

/**
 * Runs each job now and then again and again, with its pause in between; never twice at once. A failure is logged when it
 * begins and when it is over, and the job tries again after its pause. Returns what stops all of them.
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
    // A job never keeps the server from ending.
    timer.unref()
    timers.set(job, timer)
  }

  for (const job of jobs) void run(job)
  return () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
  }
}
