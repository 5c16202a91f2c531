/** A phone that was scanned, and what has become of it. The id is made with the scan, so that it is stored once. */
export interface Receipt {
  id: string
  mac: string
  model: string
  state: 'waiting' | 'received' | 'duplicate' | 'refused'
  /** What stands in the way: what holds the MAC already, or why the server refused. */
  reason?: string
}

/** What happens to a scan. */
export type Scan = { outcome: 'added'; receipts: Receipt[] } | { outcome: 'seen'; receipts: Receipt[] }

/** Adds a scanned MAC address unless this round has it already; the newest stands first. */
export function scanned(receipts: readonly Receipt[], id: string, mac: string, model: string): Scan {
  if (receipts.some((receipt) => receipt.mac === mac)) return { outcome: 'seen', receipts: [...receipts] }
  return { outcome: 'added', receipts: [{ id, mac, model, state: 'waiting' }, ...receipts] }
}

/** The receipts with one settled. */
export function settled(
  receipts: readonly Receipt[],
  id: string,
  result: Pick<Receipt, 'state' | 'reason'>,
): Receipt[] {
  return receipts.map((receipt) => (receipt.id === id ? { ...receipt, ...result } : receipt))
}

/** The oldest that is still to be sent. */
export function nextToSend(receipts: readonly Receipt[]): Receipt | undefined {
  return receipts.findLast(({ state }) => state === 'waiting')
}

/** How many are in each state. */
export function counts(receipts: readonly Receipt[]): Record<Receipt['state'], number> {
  const counted = { waiting: 0, received: 0, duplicate: 0, refused: 0 }
  for (const { state } of receipts) counted[state]++
  return counted
}

/** Reads what {@link writeReceipts} kept; nothing for anything else. */
export function readReceipts(text: string | null): Receipt[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isReceipt) : []
  } catch {
    return []
  }
}

/** The receipts as they are kept in the browser, so that a closed tab loses none. */
export function writeReceipts(receipts: readonly Receipt[]): string {
  return JSON.stringify(receipts)
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false
  const { id, mac, model, state } = value as Partial<Receipt>
  const states: unknown[] = ['waiting', 'received', 'duplicate', 'refused']
  return [id, mac, model].every((text) => typeof text === 'string') && states.includes(state)
}
