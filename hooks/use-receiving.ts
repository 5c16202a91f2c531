import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { RequestFailure } from '@/lib/errors'
import {
  adopted,
  corrected,
  type Goods,
  isPending,
  nextToSend,
  readReceipts,
  type Receipt,
  removed,
  type Scan,
  scanned,
  settled,
  writeReceipts,
} from '@/lib/inventory/receiving'
import { isFinal, sendReceipt } from '@/lib/inventory/stock-client'
import { getSupabase } from '@/lib/supabase/browser-client'
import { keptReceiptsOf } from './use-kept-scans'

/** Retry intervals while the connection is down, in milliseconds: doubling up to the maximum. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

export type Receiving = ReturnType<typeof useReceiving>

/**
 * Phones received by scanning: each is stored in the browser immediately and sent in the order of the scans; a lost connection only
 * delays it, and repeats are stored once. They are their `owner`'s, the user who scanned them: other users of the browser neither see nor
 * send them. The owner is the same for as long as the page is shown.
 */
export function useReceiving(owner: string) {
  const keptAs = keptReceiptsOf(owner)
  const [receipts, setReceipts] = useState<readonly Receipt[]>(() =>
    typeof window === 'undefined' ? [] : readReceipts(window.localStorage.getItem(keptAs)),
  )
  const online = useOnline()
  const latest = useRef(receipts)
  // Sends one at a time, in order.
  const sending = useRef(Promise.resolve())

  const keep = useCallback(
    (next: readonly Receipt[]) => {
      latest.current = next
      window.localStorage.setItem(keptAs, writeReceipts(next))
      setReceipts(next)
    },
    [keptAs],
  )

  // Tabs share one list: what one of them stores is the others' too, also before they are told.
  const current = useCallback(
    () => adopted(latest.current, readReceipts(window.localStorage.getItem(keptAs))),
    [keptAs],
  )
  useEffect(() => {
    function adopt({ key, newValue }: StorageEvent) {
      if (key !== keptAs) return
      latest.current = adopted(latest.current, readReceipts(newValue))
      setReceipts(latest.current)
    }
    window.addEventListener('storage', adopt)
    return () => window.removeEventListener('storage', adopt)
  }, [keptAs])

  const send = useCallback(
    async (signal: AbortSignal) => {
      let pause = FIRST_PAUSE_MS
      for (
        let next = nextToSend(latest.current);
        next && !signal.aborted;
        next = nextToSend(latest.current)
      ) {
        try {
          const result = await sendReceipt(await getSupabase(), owner, next)
          // Others may have been scanned meanwhile.
          keep(settled(current(), next, result))
          pause = FIRST_PAUSE_MS
        } catch (error) {
          if (error instanceof RequestFailure && isFinal(error)) {
            keep(settled(current(), next, { state: 'rejected', reason: error.message }))
          } else {
            await wait(pause, signal)
            pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
          }
        }
      }
    },
    [current, keep, owner],
  )

  // The receipt, not whether there is one: a scan may come between the last answer and its render.
  const next = nextToSend(receipts)
  useEffect(() => {
    if (!next || !online) return
    const gone = new AbortController()
    sending.current = sending.current.then(() => send(gone.signal))
    return () => gone.abort()
  }, [next, online, send])

  return {
    receipts,
    /** The same with what has been scanned since they were rendered, as the other barcode in a picture of the camera. */
    latest: () => latest.current,
    online,
    /** Adds a phone (MAC address in stored form), unless the batch has it. */
    add(goods: Goods): Scan['outcome'] {
      const scan = scanned(current(), crypto.randomUUID(), goods)
      keep(scan.receipts)
      return scan.outcome
    },
    correct: (id: string, change: Partial<Goods>) => keep(corrected(current(), id, change)),
    remove: (id: string) => keep(removed(current(), id)),
    /** Resends rejected ones. */
    tryAgain: () =>
      keep(
        current().map((receipt) =>
          receipt.state === 'rejected' ? { ...receipt, state: 'waiting', reason: undefined } : receipt,
        ),
      ),
    /** Drops settled receipts; pending ones stay. */
    clear: () => keep(current().filter(isPending)),
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}
