import { trustedProxies } from '../lib/server/client-address.ts'
import { type Backend, startBackend } from './backend.ts'
import { BackendError, oneLine } from './errors.ts'

/**
 * The backend alone. Configured by LOCAL_DATA_DIR, SUPABASE_PORT, NEXT_PUBLIC_SITE_URL or PORT (the app's, for links in mails),
 * TRUSTED_PROXIES, SUPABASE_DIR and LOCAL_SEED (`off` for an empty database). Prints one JSON line with url, anonKey, serviceKey,
 * databaseUrl and outboxDir when ready, stops on SIGINT and SIGTERM, and exits with 1 and one line on stderr when it cannot start.
 */
let starting: Promise<Backend> | undefined
let ending: Promise<never> | undefined

async function main(): Promise<void> {
  const { env } = process
  starting = startBackend({
    dataDir: env.LOCAL_DATA_DIR || '.local',
    port: Number(env.SUPABASE_PORT || 54321),
    siteUrl: env.NEXT_PUBLIC_SITE_URL || `http://localhost:${env.PORT || 3000}`,
    supabaseDir: env.SUPABASE_DIR || undefined,
    seed: env.LOCAL_SEED !== 'off',
    isTrustedProxy: trustedProxies(env.TRUSTED_PROXIES ?? ''),
    pgbouncer: env.PGBOUNCER || undefined,
    log: (line) => process.stderr.write(`${line}\n`),
    onCrash: fail,
  })
  const { stop: _, ...addresses } = await starting
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
}

/** Stops everything and leaves. The first reason to end decides the exit code. */
function end(code: number): void {
  ending ??= (async () => {
    await (await starting?.catch(() => undefined))?.stop()
    process.exit(code)
  })()
}

function fail(error: unknown): void {
  if (ending) return
  const expected = error instanceof BackendError
  process.stderr.write(`${expected ? error.message : `The backend failed: ${oneLine(error)}`}\n`)
  end(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0))
// scripts/command.mjs was killed, so nothing else would stop this.
process.on('disconnect', () => end(1))
// When the database driver writes to a connection that has just broken, it throws where nothing can catch it.
process.on('uncaughtException', fail)
main().catch(fail)
