/** A scanned phone and its state. The id is created with the scan, so that it is stored only once. */
export interface Receipt {
  id: string
  mac: string
  model: string
  state: 'waiting' | 'received' | 'duplicate' | 'refused'
  /** Why it was not received: what already has the MAC address, or the server's reason. */
  reason?: string
}

/** Events of a scan. */
export type Scan = { outcome: 'added'; receipts: Receipt[] } | { outcome: 'seen'; receipts: Receipt[] }

/** Adds a scanned MAC address at the top, unless this round already has it. */
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

/** The oldest receipt still to be sent. */
export function nextToSend(receipts: readonly Receipt[]): Receipt | undefined {
  return receipts.findLast(({ state }) => state === 'waiting')
}

/** Number of receipts by state. */
export function counts(receipts: readonly Receipt[]): Record<Receipt['state'], number> {
  const counted = { waiting: 0, received: 0, duplicate: 0, refused: 0 }
  for (const { state } of receipts) counted[state]++
  return counted
}

/** Parses what {@link writeReceipts} stored; anything else gives an empty list. */
export function readReceipts(text: string | null): Receipt[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isReceipt) : []
  } catch {
    return []
  }
}

/** The receipts as stored in the browser, so that closing the tab loses none. */
export function writeReceipts(receipts: readonly Receipt[]): string {
  return JSON.stringify(receipts)
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false
  const { id, mac, model, state } = value as Partial<Receipt>
  const states: unknown[] = ['waiting', 'received', 'duplicate', 'refused']
  return [id, mac, model].every((text) => typeof text === 'string') && states.includes(state)
}
