// Measures `npm start` on a fresh clone of the last commit until it prints the app's address, a second start, and the size of node_modules.
// Usage: npm run bench:start; it downloads the packages as `npm start` does, so the first figure includes the network. It uses the ports
// 3220 and 54521.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BENCH_PORT, BENCH_SUPABASE_PORT } from './support/app.ts'

const BUDGET = { first: 60, second: 4, megabytes: 900 }

const clone = await mkdtemp(join(tmpdir(), 'start-bench-'))
try {
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone])
  tell('a fresh clone, seconds', await secondsToReady(), BUDGET.first)
  tell('a second start, seconds', await secondsToReady(), BUDGET.second)
  const size = execFileSync('du', ['-sm', join(clone, 'node_modules')], { encoding: 'utf8' })
  tell('node_modules, MB', Number.parseInt(size), BUDGET.megabytes)
} finally {
  await rm(clone, { recursive: true, force: true })
}

/** Starts the app of the clone, prints what it says of its steps, and stops it once it serves. */
async function secondsToReady(): Promise<number> {
  const env = { ...process.env, PORT: String(BENCH_PORT), SUPABASE_PORT: String(BENCH_SUPABASE_PORT) }
  const begun = performance.now()
  // A group of its own, which is stopped as Ctrl-C stops it: npm passes no signal on.
  const start = spawn('npm', ['start'], {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(start, 'exit')
  let ready: number | undefined
  for await (const line of createInterface({ input: start.stdout })) {
    if (/ in [\d.]+ s\.$/.test(line)) console.log(`  ${line.trim()}`)
    if (!line.startsWith('Ready at') || !start.pid) continue
    ready = (performance.now() - begun) / 1000
    process.kill(-start.pid, 'SIGINT')
  }
  await ended
  if (ready === undefined) throw new Error('npm start ended before it served the app.')
  return ready
}

function tell(what: string, value: number, budget: number): void {
  console.log(`${what}: ${value.toFixed(1)} of at most ${budget}`)
  if (value > budget) process.exitCode = 1
}
