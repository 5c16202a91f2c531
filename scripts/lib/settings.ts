import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { isLoopback } from '../../lib/loopback.ts'
import { type IsTrusted, trustedProxies } from '../../lib/server/client-address.ts'
import { errorCode, oneLine } from '../../local/errors.ts'
import { EMBEDDED_ANON_KEY } from '../../local/keys.ts'

/** An expected reason not to start. The message is one line that says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The configuration of `npm start`, checked. */
export interface Settings {
  port: number
  /** Absolute path of the folder that holds all local state. */
  dataDir: string
  /** Absolute path of the production build. */
  distDir: string
  /** Where the app is reached, for links in emails. */
  siteUrl: string
  isTrustedProxy: IsTrusted
  /** The Supabase that the app uses: its own, listening on `port`, or a configured one. */
  backend: ({ kind: 'embedded'; port: number } | { kind: 'configured' }) & { url: string; anonKey: string }
}

/** Reads .env.local and .env into the environment; variables already set stay. */
export function loadEnvFiles(root: string): void {
  for (const file of ['.env.local', '.env']) {
    const path = join(root, file)
    if (existsSync(path)) loadEnvFile(path)
  }
}

/** Throws StartError naming the first variable that is missing or wrong. */
export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  const port = portOf(env, 'PORT', 3000)
  const supabasePort = portOf(env, 'SUPABASE_PORT', 54321)
  const url = env.NEXT_PUBLIC_SUPABASE_URL?.trim()
  const anonKey = env.NEXT_PUBLIC_SUPABASE_ANON_KEY?.trim()
  const embedded = !url || isEmbeddedUrl(url, supabasePort)
  if (embedded && port === supabasePort) {
    throw new StartError(`PORT and SUPABASE_PORT are both ${port}. Give one of them another number.`)
  }
  if (embedded && env.SECRETS_KEY?.trim()) {
    throw new StartError(
      'SECRETS_KEY is set, but the embedded backend keeps its own key in its data directory, where backups find it. Remove SECRETS_KEY (if secrets are sealed with it, put it behind the key in secrets.json, after a comma), or set NEXT_PUBLIC_SUPABASE_URL to use another Supabase.',
    )
  }
  if (!embedded && !anonKey) {
    throw new StartError(
      'NEXT_PUBLIC_SUPABASE_ANON_KEY is missing: NEXT_PUBLIC_SUPABASE_URL is set, so its public key is needed too. See .env.example.',
    )
  }
  return {
    port,
    dataDir: resolve(root, env.LOCAL_DATA_DIR?.trim() || '.local'),
    distDir: resolve(root, env.NEXT_DIST_DIR?.trim() || '.next'),
    siteUrl: env.NEXT_PUBLIC_SITE_URL?.trim().replace(/\/+$/, '') || `http://localhost:${port}`,
    isTrustedProxy: proxies(env.TRUSTED_PROXIES ?? ''),
    backend: embedded
      ? {
          kind: 'embedded',
          port: supabasePort,
          url: `http://127.0.0.1:${supabasePort}`,
          anonKey: EMBEDDED_ANON_KEY,
        }
      : { kind: 'configured', url: url ?? '', anonKey: anonKey ?? '' },
  }
}

/** The embedded backend's data directory. Throws StartError if the app uses another Supabase. */
export function embeddedDataDir(root: string): string {
  loadEnvFiles(root)
  const { backend, dataDir } = readSettings(process.env, root)
  if (backend.kind === 'embedded') return dataDir
  throw new StartError('This app uses a configured Supabase. README.md says what its own backups hold.')
}

function proxies(list: string): IsTrusted {
  try {
    return trustedProxies(list)
  } catch (error) {
    throw new StartError(`TRUSTED_PROXIES: ${oneLine(error)}. See .env.example.`)
  }
}

/** Throws StartError when the port is taken. `variable` is the one that sets it. */
export async function requireFreePort(
  port: number,
  variable: string,
  hosts: (string | undefined)[],
): Promise<void> {
  for (const host of hosts) {
    const failure = await tryListen(port, host)
    if (!failure) continue
    if (errorCode(failure) === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is taken by another program. Stop it, or choose another with ${variable}.`,
      )
    }
    throw new StartError(
      `Port ${port} cannot be used (${oneLine(failure)}). Choose another with ${variable}.`,
    )
  }
}

function tryListen(port: number, host: string | undefined): Promise<Error | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', done)
    server.listen({ port, host }, () => server.close(() => done(undefined)))
  })
}

function portOf(env: NodeJS.ProcessEnv, variable: string, standard: number): number {
  const value = env[variable]?.trim()
  if (!value) return standard
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (port < 1 || port > 65_535) {
    throw new StartError(`${variable} is "${value}", which is no port number. Use one from 1 to 65535.`)
  }
  return port
}

function isEmbeddedUrl(value: string, port: number): boolean {
  const url = URL.parse(value)
  return url?.protocol === 'http:' && isLoopback(url.hostname) && url.port === String(port)
}
