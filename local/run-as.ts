import type pg from 'pg'

interface Caller {
  role: string
  /** The claims of the caller's token. */
  claims: Record<string, unknown>
}

/** Runs `work` in a transaction with the caller's own rights, so that the policies decide. With `tryOnly` it is rolled back. */
export async function runAs<T>(
  pool: pg.Pool,
  { role, claims }: Caller,
  work: (client: pg.PoolClient) => Promise<T>,
  { tryOnly = false, readOnly = false } = {},
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(readOnly ? 'begin read only' : 'begin')
    await client.query("select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)", [
      JSON.stringify(claims),
      role,
    ])
    const result = await work(client)
    await client.query(tryOnly ? 'rollback' : 'commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      // A connection whose role cannot be reset must not be reused.
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
