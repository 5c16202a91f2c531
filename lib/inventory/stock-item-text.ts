export interface FoundItem {
  name: string
  status: string
  company: string | null
  /** Whether the phone that is saved becomes this item. */
  assignable: boolean
}

const STATUS_WORDS: Readonly<Record<string, string>> = { in_stock: 'in stock', rma: 'in RMA' }

/** A status for use within a sentence. */
export function stockStatusText(status: string): string {
  return STATUS_WORDS[status] ?? status
}

/** The note of a phone's form on the stock item with its MAC address. */
export function stockHint({ name, status, company, assignable }: FoundItem): string {
  const owner = company ? `, for ${company}` : ''
  if (assignable && status === 'in_stock') return `In stock: ${name}${owner}. Saving deploys it.`
  const saving = assignable ? 'deploys it' : 'does not take it from stock'
  return `In Inventory: ${name}, ${stockStatusText(status)}${owner}. Saving ${saving}.`
}
