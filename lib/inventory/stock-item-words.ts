/** What is told of a stock item by its MAC address. */
export interface FoundItem {
  name: string
  status: string
  company: string | null
}

/** Statuses from which an item can leave stock for a tenant. */
const ASSIGNABLE = ['in_stock', 'reserved', 'staged', 'shipped']

const STATUS_WORDS: Readonly<Record<string, string>> = { in_stock: 'in stock', rma: 'in RMA' }

/** A status as it stands in a sentence. */
export function statusInWords(status: string): string {
  return STATUS_WORDS[status] ?? status
}

/** Whether an item of this status can become a tenant's phone. */
export function isAssignable(status: string): boolean {
  return ASSIGNABLE.includes(status)
}

/** What the form of a device says about the stock item with its MAC address. */
export function stockHint({ name, status, company }: FoundItem): string {
  if (!isAssignable(status))
    return `In Inventory: ${name}, ${statusInWords(status)}. It is not taken from stock.`
  return `In stock: ${name}${company ? `, for ${company}` : ''}. Saving deploys it.`
}
