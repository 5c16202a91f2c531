export interface FoundItem {
  name: string
  status: string
  company: string | null
}

/** Statuses from which an item can be assigned to a tenant. */
const ASSIGNABLE = ['in_stock', 'reserved', 'staged', 'shipped']

const STATUS_WORDS: Readonly<Record<string, string>> = { in_stock: 'in stock', rma: 'in RMA' }

/** A status for use within a sentence. */
export function stockStatusText(status: string): string {
  return STATUS_WORDS[status] ?? status
}

/** Whether an item with this status can become a tenant's phone. */
export function isAssignable(status: string): boolean {
  return ASSIGNABLE.includes(status)
}

/** The device form's note on the stock item with its MAC address. */
export function stockHint({ name, status, company }: FoundItem): string {
  if (!isAssignable(status))
    return `In Inventory: ${name}, ${stockStatusText(status)}. Saving does not take it from stock.`
  return `In stock: ${name}${company ? `, for ${company}` : ''}. Saving deploys it.`
}
