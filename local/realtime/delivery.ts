import type pg from 'pg'
import type { Channel } from './channels.ts'
import type { Change, Column, PublishedTable } from './feed.ts'
import { concerns, passes } from './protocol.ts'
import { type Identity, readRows } from './subscribers.ts'

/**
 * Sends a change to the channels subscribed to it. Rows are read once per distinct subscriber, under its own rights, so nobody
 * gets a row they may not see. A deleted row cannot be read: its key goes to every signed-in subscriber whose role may read the
 * key's columns (hosted Realtime sends it to anon as well).
 */
export async function deliver(
  pool: pg.Pool,
  table: PublishedTable,
  change: Change,
  channels: Channel[],
): Promise<void> {
  const asking = channels.filter((channel) =>
    channel.bindings.some((binding) => concerns(binding, change.schema, change.table, change.type)),
  )
  const groups = new Map<string, Channel[]>()
  for (const channel of asking) {
    const { key } = channel.identity
    groups.set(key, [...(groups.get(key) ?? []), channel])
  }
  const commitTimestamp = new Date().toISOString()
  await Promise.all([...groups.values()].map((group) => deliverTo(group)))

  async function deliverTo(group: Channel[]): Promise<void> {
    const identity = group[0]?.identity
    if (!identity) return
    const columns = table.columns[identity.role]
    const records = await visibleRecords(pool, table, change, columns, identity)
    // A channel may have left since the rows were requested, or have another token, under which they are read again.
    const open = group.filter((channel) => channel.open)
    const renewed = open.filter((channel) => channel.identity.key !== identity.key)
    for (const record of records) {
      for (const channel of open) {
        if (renewed.includes(channel)) continue
        const ids = channel.bindings
          .filter((binding) => concerns(binding, change.schema, change.table, change.type))
          .filter((binding) => passes(binding, record))
          .map((binding) => binding.id)
        if (ids.length === 0) continue
        const { schema, table: name, type } = change
        const data = { schema, table: name, commit_timestamp: commitTimestamp, type, columns, errors: null }
        channel.push('postgres_changes', { ids, data: { ...data, ...images(table, change, record) } })
      }
    }
    if (renewed.length > 0) await deliver(pool, table, change, renewed)
  }
}

async function visibleRecords(
  pool: pg.Pool,
  table: PublishedTable,
  change: Change,
  columns: Column[],
  identity: Identity,
): Promise<Record<string, unknown>[]> {
  const readable = (name: string) => columns.some((column) => column.name === name)
  if (!table.key.every((column) => readable(column.name))) return []
  if (change.type === 'DELETE') {
    if (identity.role === 'anon') return []
    return change.keys.map((key) =>
      Object.fromEntries(table.key.map((column, index) => [column.name, key[index]])),
    )
  }
  const rows = await readRows(pool, table, columns, change.keys, identity)
  return change.keys.flatMap((_, position) => {
    const record = rows.get(position)
    return record ? [record] : []
  })
}

function images(
  table: PublishedTable,
  change: Change,
  record: Record<string, unknown>,
): Record<string, unknown> {
  if (change.type === 'DELETE') return { old_record: record }
  if (change.type === 'INSERT') return { record }
  return {
    record,
    old_record: Object.fromEntries(table.key.map((column) => [column.name, record[column.name]])),
  }
}
