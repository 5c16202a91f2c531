import pg from 'pg'

/** A pool of connections. A broken idle one is replaced at the next query. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ idleTimeoutMillis: 30_000, ...config })
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', () => {})
  return pool
}
