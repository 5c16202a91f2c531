/** Starts the server's scheduled work, log and shutdown handling. Next.js calls it once when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const [
    { logRequests },
    { endConnectionsWhenStopped },
    { limitRequestTime },
    { stopWithoutLogReader },
    { answerPath, refuseTrace },
    { renderForNode },
    { compressFast },
    { answerPost, SWITCH_PATH },
    { switchNews },
    { adminClient, jobsClient },
    { serverEnv },
    { JOBS },
    { runJobs },
    { LAST_MAILS_MS },
    { exitAfter },
  ] = await Promise.all([
    import('./lib/server/request-log'),
    import('./lib/server/end-connections'),
    import('./lib/server/client-patience'),
    import('./lib/server/log-reader'),
    import('./lib/server/answer-before-next'),
    import('./lib/server/react-renderer'),
    import('./lib/server/compression'),
    import('./lib/switch/post'),
    import('./lib/switch/agent/switch-news'),
    import('./lib/supabase/admin-client'),
    import('./lib/server/server-env'),
    import('./lib/jobs/jobs'),
    import('./lib/jobs/run-jobs'),
    import('./lib/jobs/send-mails'),
    import('./lib/server/exit-after'),
  ])
  // The development server writes its own log and reloads routes when they change.
  if (process.env.NODE_ENV === 'production') {
    logRequests((line) => process.stdout.write(`${line}\n`))
    stopWithoutLogReader()
    endConnectionsWhenStopped()
    limitRequestTime(serverEnv().REQUEST_SECONDS)
    answerPath(SWITCH_PATH, answerPost)
    refuseTrace()
    renderForNode()
    compressFast()
  }
  const admin = adminClient()
  const forJobs = jobsClient()
  if (admin && forJobs) {
    const stopJobs = runJobs(forJobs, JOBS)
    const stop = () => {
      switchNews(admin).stop()
      // With time to store what became of the mails.
      exitAfter(stopJobs(), LAST_MAILS_MS + 2000)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  } else
    console.warn(
      'SUPABASE_SERVICE_ROLE_KEY is not set: no scheduled work is done, such as sending mail and switching call flows back.',
    )
}
