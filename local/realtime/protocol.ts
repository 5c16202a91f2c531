/** The version of Phoenix's channel protocol that realtime-js speaks: messages are arrays. */
export const PROTOCOL_VERSION = '2.0.0'

/** One message of the protocol, in either direction. */
export interface Message {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

/** Kinds of row changes. */
export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** What a channel subscribes to: `table` and `schema` '*' or undefined mean any; `filter` is `column=eq.value`. */
export interface Binding {
  id: number
  event: '*' | ChangeType
  schema?: string
  table?: string
  filter?: string
}

/** Parses a client's message; null when it is malformed. */
export function decode(text: string): Message | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(value) || value.length !== 5) return null
  const [joinRef, ref, topic, event, payload] = value as unknown[]
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return {
    joinRef: reference(joinRef),
    ref: reference(ref),
    topic,
    event,
    payload: isObject(payload) ? payload : {},
  }
}

/** Formats a message for a client. */
export function encode({ joinRef, ref, topic, event, payload }: Message): string {
  return JSON.stringify([joinRef, ref, topic, event, payload])
}

/**
 * Parses `config.postgres_changes` of a join, giving each an id from `nextId`. Returns a sentence instead of the bindings when
 * one is malformed or uses a filter other than `column=eq.value`.
 */
export function readBindings(joinPayload: Record<string, unknown>, nextId: () => number): Binding[] | string {
  const config = isObject(joinPayload.config) ? joinPayload.config : {}
  const requested: unknown = config.postgres_changes ?? []
  if (!Array.isArray(requested) || requested.length > 100)
    return 'postgres_changes must be a list of at most 100'
  const bindings: Binding[] = []
  for (const item of requested as unknown[]) {
    if (!isObject(item)) return 'postgres_changes must be a list of objects'
    const { event, schema, table, filter } = item
    if (event !== '*' && event !== 'INSERT' && event !== 'UPDATE' && event !== 'DELETE') {
      return `Unknown event ${JSON.stringify(event)}`
    }
    if (!isName(schema) || !isName(table) || !isName(filter)) return 'schema, table and filter must be texts'
    if (filter && !readFilter(filter))
      return `Only filters such as column=eq.value are supported, not ${filter}`
    bindings.push({
      id: nextId(),
      event,
      schema: schema ?? undefined,
      table: table ?? undefined,
      filter: filter ?? undefined,
    })
  }
  return bindings
}

/** Whether a binding matches that kind of change in that table. */
export function concerns(binding: Binding, schema: string, table: string, type: ChangeType): boolean {
  const any = (wanted: string | undefined, actual: string) => !wanted || wanted === '*' || wanted === actual
  return any(binding.schema, schema) && any(binding.table, table) && any(binding.event, type)
}

/** Whether a row passes a binding's filter; a row without the filter's column does not. */
export function passes(binding: Binding, record: Record<string, unknown>): boolean {
  if (!binding.filter) return true
  const filter = readFilter(binding.filter)
  const value = filter && record[filter.column]
  return value !== undefined && value !== null && String(value) === filter?.value
}

function readFilter(filter: string): { column: string; value: string } | null {
  const [, column, value] = /^([^=.,()]+)=eq\.(.*)$/s.exec(filter) ?? []
  return column === undefined || value === undefined ? null : { column, value }
}

function reference(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function isName(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= 1000)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
