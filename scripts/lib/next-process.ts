import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning, type ProcessRecord, recordOf, terminate } from '../../local/processes.ts'
import { SMALL_HEAP } from './small-heap.mjs'

export interface NextProcess {
  child: ChildProcess
  /** Its exit code; 1 when a signal ended it. */
  exited: Promise<number>
  stop(): Promise<void>
}

/** Lines that Next prints at every start and that repeat ours. */
const NOISE = [
  /^\s*$/,
  /▲ Next\.js/,
  /^\s*- (Local|Network|Environments|Experiments)/,
  /✓ (Starting|Ready|Running next\.config)/,
  /"middleware" file convention is deprecated/,
  /^\s*(To migrate automatically, run:|npx @next\/codemod|Learn more: \S+middleware-to-proxy)/,
]

/**
 * For longer than proxies keep an idle connection (60 s for nginx and most load balancers): otherwise Next.js closes it after 5 s, and
 * a request sent at that moment fails.
 */
const KEEP_CONNECTIONS = ['--keepAliveTimeout', '75000']

/** Starts `next <args>` in a process group of its own. Errors are shown; progress only if `verbose`. */
export function startNext(
  root: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  options: { verbose: boolean },
): NextProcess {
  const next = join(root, 'node_modules/next/dist/bin/next')
  const child = spawn(
    process.execPath,
    args[0] === 'start' ? [...SMALL_HEAP, next, ...args, ...KEEP_CONNECTIONS] : [next, ...args],
    {
      cwd: root,
      // With another one, as from .env.local, `next build` mixes React's development build into the app.
      env: {
        ...env,
        NODE_ENV: args[0] === 'dev' ? 'development' : 'production',
        NEXT_TELEMETRY_DISABLED: '1',
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const lines: string[] = []
  for (const [source, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    createInterface({ input: source }).on('line', (line) => {
      if (NOISE.some((pattern) => pattern.test(line))) return
      if (options.verbose) target.write(`${line}\n`)
      else lines.push(line)
    })
  }
  let stopped = false
  const exited = once(child, 'close').then(([code]: (number | null)[]) => {
    if (code && !stopped) process.stderr.write(lines.map((line) => `${line}\n`).join(''))
    return code ?? 1
  })
  const record = child.pid ? recordOf(child.pid) : undefined
  return {
    child,
    exited,
    stop: async () => {
      stopped = true
      if (record) await stopGroup(record)
    },
  }
}

/** Waits until the port answers; false when the process ends before. */
export async function untilListening(next: NextProcess, port: number): Promise<boolean> {
  let ended = false
  next.exited.then(() => {
    ended = true
  })
  while (!ended) {
    if (await canConnect(port)) return true
    await delay(50)
  }
  return false
}

/** Remembers the app's server, so that a later start can stop it if this process is killed. */
export function rememberServer(dataDir: string, port: number, next: NextProcess): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = serverFile(dataDir, port)
  const server = next.child.pid ? recordOf(next.child.pid) : undefined
  writeFileSync(file, JSON.stringify({ server, owner: recordOf(process.pid) }), { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

/** Stops a server left on this port by a killed start. One whose owner is running, or that is not ours, is left alone. */
export async function stopLeftoverServer(dataDir: string, port: number): Promise<boolean> {
  const file = serverFile(dataDir, port)
  let left: { server?: ProcessRecord; owner?: ProcessRecord }
  try {
    left = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
  if (left.owner && isRunning(left.owner)) return false
  const running = left.server !== undefined && isRunning(left.server)
  if (left.server && running) await stopGroup(left.server)
  rmSync(file, { force: true })
  return running
}

async function stopGroup(record: ProcessRecord): Promise<void> {
  await terminate(
    record,
    [
      // Next.js then accepts no new requests and finishes those in progress.
      { signal: 'SIGTERM', waitMs: 20_000 },
      { signal: 'SIGKILL', waitMs: 2_000 },
    ],
    true,
  )
}

function serverFile(dataDir: string, port: number): string {
  return join(dataDir, `server-${port}.json`)
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}
