import { DIALED_TABLES } from '../../supabase/record-tables'
import { shownNumber } from '../../validation/phone'
import { destinationHeading, inOfferedOrder } from '../destination-kinds'
import { DESTINATION_TABLES } from '../destination-tables'
import { numberAndName } from '../routing/record'
import type { TenantSnapshot } from '../routing/snapshot'

/** An option of a select list. */
export interface Choice {
  value: string
  label: string
  group?: string
  keywords?: string
}

/**
 * What an outside caller can be assumed to have called: the tenant's numbers, and the records they may lead to, by their own
 * numbers.
 */
export function callable(snapshot: TenantSnapshot): Choice[] {
  const named = (group: string, rows: readonly { number: string; name: string }[]): Choice[] =>
    rows
      .map(({ number, name }) => ({ value: number, label: numberAndName(number, name), group }))
      .toSorted(byLabel)
  const reached = inOfferedOrder(
    DESTINATION_TABLES.flatMap((table) =>
      table === 'extensions' ? [] : { group: DIALED_TABLES[table].kind as string, rows: snapshot[table] },
    ),
  )
  return [
    ...numbers(snapshot).map((choice) => ({ ...choice, group: 'Numbers' })),
    ...reached.flatMap(({ group, rows }) => named(destinationHeading(group), rows)),
    ...named('Park lots', snapshot.park_lots),
    ...callers(snapshot).map((choice) => ({ ...choice, group: 'Extensions' })),
  ]
}

/** The tenant's numbers (E.164), as callers from outside dial them. */
export function numbers(snapshot: TenantSnapshot): Choice[] {
  return snapshot.dids
    .map(({ number, description }) => ({
      value: number,
      label: [shownNumber(number), description].filter(Boolean).join(' – '),
      keywords: number,
    }))
    .toSorted(byLabel)
}

/** The extensions from which a call can be made. */
export function callers(snapshot: TenantSnapshot): Choice[] {
  return snapshot.extensions
    .map(({ extension, effective_caller_id_name: name }) => ({
      value: extension,
      label: numberAndName(extension, name),
    }))
    .toSorted(byLabel)
}

function byLabel(one: Choice, other: Choice): number {
  return one.label.localeCompare(other.label, 'en', { numeric: true })
}
