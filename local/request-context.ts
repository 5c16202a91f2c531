import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresConnection } from '@supabase/lite/postgres'
import { type FunctionCall, internalsOf, type Transaction } from './connection-internals.ts'
import type { IsShort } from './disk-space.ts'

/** Method and path of the current request, which lite passes to the database for functions only. */
const asked = new AsyncLocalStorage<{ method: string; path: string }>()

/** Handles a request so that the database knows its method and path, as with PostgREST (`request.method`, `request.path`). */
export function withRequest<Answer>(request: Request, answer: () => Promise<Answer>): Promise<Answer> {
  const path = new URL(request.url).pathname.replace(/^\/rest\/v1(?=\/)/, '')
  return asked.run({ method: request.method, path }, answer)
}

/**
 * By default lite's connection sets each request setting with its own statement: ten in a row, which take longer than most queries.
 * Here there is one for the caller, and one for a function call. While the disk is nearly full, requests are read-only.
 */
export function batchRequestContext(connection: PostgresConnection, isShort: IsShort): void {
  const inner = internalsOf(connection)
  inner.applyJwtSessionContext = (transaction, { auth, storage }) =>
    execute(
      transaction,
      callerSettings(
        {
          role: auth?.role || 'anon',
          uid: String(auth?.uid ?? ''),
          claims: auth?.jwt && typeof auth.jwt === 'object' ? auth.jwt : undefined,
          ...(asked.getStore() ?? { method: '', path: '' }),
          storageOperation: storage?.operation,
        },
        isShort(),
      ),
    )
  inner.applyRpcRequestGucs = (transaction, call) => execute(transaction, callSettings(call))
}

/** The request settings available to policies. */
export function callerSettings(
  caller: {
    role: string
    uid: string
    claims?: object
    method: string
    path: string
    storageOperation?: string
  },
  readOnly: boolean,
): Record<string, string> {
  return {
    role: caller.role,
    'request.jwt.claim.sub': caller.uid,
    'request.jwt.claim.role': caller.role,
    'storage.operation': caller.storageOperation ?? '',
    ...(readOnly ? { transaction_read_only: 'on' } : {}),
    'request.method': caller.method,
    'request.path': caller.path,
    ...(caller.claims ? { 'request.jwt.claims': JSON.stringify(caller.claims) } : {}),
  }
}

/** Additional settings available to functions. */
export function callSettings({ method, path, requestHeaders }: FunctionCall): Record<string, string> {
  return {
    'response.status': '',
    'response.headers': '',
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(requestHeaders ?? {}),
  }
}

/** The statement that sets parameters until the end of the transaction. */
export function setLocally(settings: Record<string, string>): { sql: string; parameters: string[] } {
  const set = Object.keys(settings).map((name, n) => `set_config('${name}', $${n + 1}, true)`)
  return { sql: `select ${set.join(', ')}`, parameters: Object.values(settings) }
}

async function execute(transaction: Transaction, settings: Record<string, string>): Promise<void> {
  const { sql, parameters } = setLocally(settings)
  await transaction.executeQuery({
    sql,
    parameters,
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: 'context' },
  })
}
