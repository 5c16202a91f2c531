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

/** The note of a form for a phone of the company `customer` on the stock item with its MAC address. */
export function stockHint({ name, status, company }: FoundItem, customer: string | null): string {
  const owner = company ? `, for ${company}` : ''
  if (isAssignable(status) && (!company || company === customer))
    return `In stock: ${name}${owner}. Saving deploys it.`
  return `In Inventory: ${name}, ${stockStatusText(status)}${owner}. Saving does not take it from stock.`
}
