import { spawn } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BackendError, oneLine } from './errors.ts'
import { freePort } from './free-port.ts'
import { serverAccount, serverCommand } from './server-account.ts'

/** A running connection pooler. */
export interface Pooler {
  /** The database's URL through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Fewer than the API opens, so that its connections have to share. */
const SERVER_CONNECTIONS = 4

/**
 * Starts PgBouncer in transaction mode in front of `databaseUrl`, like a hosted project's pooler: after each transaction a client
 * may get another connection. The `sessionSettings` apply to every connection, as if set on the role, because a pooler drops a
 * client's own, and refuses those it does not know. Throws BackendError.
 */
export async function startPooler(
  program: string,
  databaseUrl: string,
  { dataDir, sessionSettings }: { dataDir: string; sessionSettings: Record<string, number> },
): Promise<Pooler> {
  const url = new URL(databaseUrl)
  const folder = join(dataDir, 'pooler')
  const port = await freePort()
  const account = serverAccount()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const write = (name: string, lines: string[]) => {
    const file = join(folder, name)
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
    if (account) chownSync(file, account.uid, account.gid)
    return file
  }
  const users = write('users.txt', [`"${url.username}" "${decodeURIComponent(url.password)}"`])
  const query = Object.entries(sessionSettings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')
  const settings = write('pgbouncer.ini', [
    '[databases]',
    `* = host=${url.hostname} port=${url.port} connect_query='${query}'`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    `ignore_startup_parameters = ${['extra_float_digits', 'options', ...Object.keys(sessionSettings)].join(', ')}`,
  ])
  if (account) chownSync(folder, account.uid, account.gid)

  const { file, args, options } = serverCommand(account, program, [settings], [folder, dirname(settings)])
  const log = openSync(join(dataDir, 'pooler.log'), 'a', 0o600)
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const exited = new Promise<string>((done) => {
    child.once('error', (error) => done(oneLine(error)))
    child.once('close', () => done(`see ${join(dataDir, 'pooler.log')}`))
  })
  while (!(await accepts(port))) {
    const reason = await Promise.race([exited, delay(20)])
    if (reason !== undefined) throw new BackendError(`PgBouncer does not start: ${reason}.`)
  }
  url.port = String(port)
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
    socket.once('connect', () => socket.destroy())
  })
}
