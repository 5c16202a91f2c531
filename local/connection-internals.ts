import type { PostgresConnection } from '@supabase/lite/postgres'

/** What lite knows about a request: the caller, and for a function the kind of call. */
interface RequestContext {
  auth?: { role?: string; uid?: unknown; jwt?: unknown }
  storage?: { operation?: string }
}
export interface FunctionCall {
  method: string
  path: string
  requestHeaders?: unknown
}

/** A statement within a request's transaction. */
export interface Transaction {
  executeQuery(query: {
    sql: string
    parameters: readonly unknown[]
    query: { kind: 'RawNode'; sqlFragments: readonly string[]; parameters: readonly never[] }
    queryId: { queryId: string }
  }): Promise<unknown>
}

interface Internals {
  rlsState: 'unknown' | 'active' | 'inactive'
  writeCachedIntrospection(schema: { views: { sql?: string }[] }, options: unknown): Promise<void>
  applyJwtSessionContext(transaction: Transaction, context: RequestContext): Promise<void>
  applyRpcRequestGucs(transaction: Transaction, call: FunctionCall): Promise<void>
}

/** What the backend replaces in lite's connection: private in its types, and there are no options for it. */
export const internalsOf = (connection: PostgresConnection) => connection as unknown as Internals
