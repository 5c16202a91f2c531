import type { PostgresConnection } from '@supabase/lite/postgres'

/** What lite knows of a request: the caller, and for a function how it was called. */
interface RequestContext {
  auth?: { role?: string; uid?: unknown; jwt?: unknown }
  storage?: { operation?: string }
}
interface FunctionCall {
  method: string
  path: string
  requestHeaders?: unknown
}

/** A statement in the transaction of a request. */
interface Transaction {
  executeQuery(query: {
    sql: string
    parameters: readonly unknown[]
    query: { kind: 'RawNode'; sqlFragments: readonly string[]; parameters: readonly never[] }
    queryId: { queryId: string }
  }): Promise<unknown>
}

/**
 * By default lite's connection tells the database about each request setting by setting: ten statements one after the other,
 * which take longer than most queries. Here it is one for the caller, and one for a function call. The methods are private in its
 * types.
 */
export function tellContextAtOnce(connection: PostgresConnection): void {
  const inner = connection as unknown as {
    applyJwtSessionContext(transaction: Transaction, context: RequestContext): Promise<void>
    applyRpcRequestGucs(transaction: Transaction, call: FunctionCall): Promise<void>
  }
  inner.applyJwtSessionContext = (transaction, { auth, storage }) => {
    const role = auth?.role || 'anon'
    return setLocally(transaction, {
      role,
      'request.jwt.claim.sub': String(auth?.uid ?? ''),
      'request.jwt.claim.role': role,
      'storage.operation': storage?.operation ?? '',
      ...(auth?.jwt && typeof auth.jwt === 'object'
        ? { 'request.jwt.claims': JSON.stringify(auth.jwt) }
        : {}),
    })
  }
  inner.applyRpcRequestGucs = (transaction, { method, path, requestHeaders }) =>
    setLocally(transaction, {
      'response.status': '',
      'response.headers': '',
      'request.method': method,
      'request.path': path,
      'request.headers': JSON.stringify(requestHeaders ?? {}),
    })
}

/** Sets parameters until the end of the transaction. */
async function setLocally(transaction: Transaction, settings: Record<string, string>): Promise<void> {
  const sql = `select ${Object.keys(settings)
    .map((name, n) => `set_config('${name}', $${n + 1}, true)`)
    .join(', ')}`
  await transaction.executeQuery({
    sql,
    parameters: Object.values(settings),
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: 'context' },
  })
}
