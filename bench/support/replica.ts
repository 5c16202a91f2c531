import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openApiServer } from '../../local/api-server.ts'
import { databaseUrl } from '../../local/database.ts'
import { freePort } from '../../local/free-port.ts'
import { EMBEDDED_ANON_KEY, loadSecrets } from '../../local/keys.ts'
import { createLite } from '../../local/lite.ts'
import { CLUSTER_OWNER, startPostgres } from '../../local/postgres.ts'

/** Settings that replication requires. */
export const REPLICATION = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' }

export interface Replica {
  /** Origin of its API, which only reads. */
  url: string
  databaseUrl: string
  stop(): Promise<void>
}

/**
 * A streaming replica of the embedded database that runs in `primaryDir` with the settings of REPLICATION, and PostgREST over it:
 * what hosted Supabase offers as a read replica. It is made again in `dataDir`.
 */
export async function startReplica(
  primaryDir: string,
  primaryUrl: string,
  dataDir: string,
): Promise<Replica> {
  const secrets = loadSecrets(primaryDir)
  const primaryPort = Number(new URL(primaryUrl).port)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  copyFileSync(join(primaryDir, 'secrets.json'), join(dataDir, 'secrets.json'))
  const owner = new pg.Client({
    connectionString: databaseUrl(CLUSTER_OWNER, secrets.databasePassword, primaryPort),
  })
  await owner.connect()
  try {
    await copyCluster(owner, join(primaryDir, 'postgres'), join(dataDir, 'postgres'))
  } finally {
    await owner.end()
  }
  appendFileSync(
    join(dataDir, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${CLUSTER_OWNER} password=${secrets.databasePassword}'\n`,
  )
  const postgres = await startPostgres(dataDir, secrets.databasePassword, REPLICATION)
  const url = databaseUrl('postgres', secrets.databasePassword, postgres.port)
  const api = await openApiServer(await freePort(), () => false, console.error)
  const lite = createLite({
    databaseUrl: url,
    jwtSecret: secrets.jwtSecret,
    anonKey: EMBEDDED_ANON_KEY,
    serviceKey: secrets.serviceKey,
    siteUrl: api.url,
    apiUrl: api.url,
    outboxDir: dataDir,
  })
  api.serve((request) => lite.handle(request))
  return {
    url: api.url,
    databaseUrl: url,
    async stop() {
      await api.close()
      await lite.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies the files of a running cluster, as pg_basebackup does, which the packaged binaries leave out. */
async function copyCluster(owner: pg.Client, from: string, to: string): Promise<void> {
  const access = join(from, 'pg_hba.conf')
  // By default only connections to a database are allowed.
  const line = 'host replication all 127.0.0.1/32 scram-sha-256\n'
  if (!readFileSync(access, 'utf8').includes(line)) appendFileSync(access, line)
  await owner.query('select pg_reload_conf()')
  await owner.query("select pg_backup_start('replica', fast => true)")
  execFileSync('cp', ['-a', from, to])
  const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, name))
  const { uid, gid } = statSync(to)
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(to, name), text)
    chownSync(join(to, name), uid, gid)
  }
}
