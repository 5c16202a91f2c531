import { dequal } from 'dequal'

/** The stored data of a scanned phone. */
export interface Goods {
  mac: string
  model: string
  location: string
  /** Empty if unknown. */
  serial: string
}

/** A scanned phone and its state. The id is created with the scan, so that it is stored only once. */
export interface Receipt extends Goods {
  id: string
  state: 'waiting' | 'received' | 'duplicate' | 'rejected' | 'removing'
  /** Why it was not received, corrected or removed: the owner of the MAC address, or the server's reason. */
  reason?: string
  /** What the server has stored; missing if it was never received. */
  stored?: Goods
}

/** What a scan did: `seen` is one of a phone that the batch has, `resent` one of a phone that was rejected. */
export interface Scan {
  outcome: 'added' | 'seen' | 'resent'
  receipts: Receipt[]
}

/**
 * Adds a scanned phone at the top, unless this batch already has its MAC address and keeps it. A received or rejected one is sent again:
 * it may have left inventory since, or the reason may be gone.
 */
export function scanned(receipts: readonly Receipt[], id: string, goods: Goods): Scan {
  const known = receipts.find(({ mac, state }) => mac === goods.mac && state !== 'removing')
  if (known) {
    const isRejected = known.state === 'rejected'
    const again = isRejected || known.state === 'received'
    return {
      outcome: isRejected ? 'resent' : 'seen',
      receipts: again ? corrected(receipts, known.id, {}) : [...receipts],
    }
  }
  return { outcome: 'added', receipts: [{ id, ...goods, state: 'waiting' }, ...receipts] }
}

/** Changes one receipt, which is then sent again. */
export function corrected(receipts: readonly Receipt[], id: string, change: Partial<Goods>): Receipt[] {
  return receipts.map((receipt) =>
    receipt.id === id ? { ...receipt, ...change, state: 'waiting', reason: undefined } : receipt,
  )
}

/** Marks a receipt for removal; one that was never stored is removed immediately. */
export function removed(receipts: readonly Receipt[], id: string): Receipt[] {
  return receipts.flatMap((receipt) => {
    if (receipt.id !== id) return receipt
    return receipt.state === 'duplicate' ? [] : { ...receipt, state: 'removing', reason: undefined }
  })
}

/** The outcome of a receipt that was sent. */
export type Settled = Pick<Receipt, 'state' | 'reason'> | 'removed'

/**
 * Applies the outcome to the sent receipt; one that was edited meanwhile is sent again. A phone whose correction or removal is rejected
 * is still in stock as it was.
 */
export function settled(receipts: readonly Receipt[], sent: Receipt, result: Settled): Receipt[] {
  if (result === 'removed') return receipts.filter((receipt) => receipt !== sent)
  return receipts.map((receipt) => {
    if (receipt.id !== sent.id) return receipt
    const known = result.state === 'received' ? { ...receipt, stored: goodsOf(sent) } : receipt
    if (receipt !== sent) return known
    if (result.state !== 'rejected' || !sent.stored) return { ...known, ...result }
    const what = sent.state === 'removing' ? 'Not removed' : 'Not corrected'
    return { ...sent, ...sent.stored, state: 'received', reason: `${what}: ${result.reason}` }
  })
}

const goodsOf = ({ mac, model, location, serial }: Goods): Goods => ({ mac, model, location, serial })

/** The oldest receipt still to be sent. */
export function nextToSend(receipts: readonly Receipt[]): Receipt | undefined {
  return receipts.findLast(isPending)
}

/** Whether it has changes that the server does not know yet. */
export function isPending({ state }: Receipt): boolean {
  return state === 'waiting' || state === 'removing'
}

/** Whether the phone is not in inventory as it was scanned: not sent yet, or rejected. */
export function isUnsettled(receipt: Receipt): boolean {
  return isPending(receipt) || receipt.state === 'rejected'
}

/** How many receipts are in each state. */
export function counts(receipts: readonly Receipt[]): Record<Receipt['state'], number> {
  const counted = { waiting: 0, received: 0, duplicate: 0, rejected: 0, removing: 0 }
  for (const { state } of receipts) counted[state]++
  return counted
}

/** Parses what {@link writeReceipts} stored; anything else gives an empty list. */
export function readReceipts(text: string | null): Receipt[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isReceipt) : []
  } catch {
    return []
  }
}

/** What is stored, as another tab may have changed it, with the objects known here of receipts that are as they were. */
export function adopted(known: readonly Receipt[], stored: readonly Receipt[]): Receipt[] {
  const byId = new Map(known.map((receipt) => [receipt.id, receipt]))
  return stored.map((receipt) => {
    const own = byId.get(receipt.id)
    // Compared as it is stored, where a reason that no longer applies has no key.
    return own && dequal(readReceipts(writeReceipts([own])), [receipt]) ? own : receipt
  })
}

/** The receipts as stored in the browser, so that closing the tab loses none. */
export function writeReceipts(receipts: readonly Receipt[]): string {
  return JSON.stringify(receipts)
}

const STATES: unknown[] = [
  'waiting',
  'received',
  'duplicate',
  'rejected',
  'removing',
] satisfies Receipt['state'][]

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false
  const { id, mac, model, location, serial, state } = value as Partial<Receipt>
  return (
    [id, mac, model, location, serial].every((text) => typeof text === 'string') && STATES.includes(state)
  )
}
