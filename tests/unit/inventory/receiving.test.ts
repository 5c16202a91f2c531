import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  counts,
  nextToSend,
  type Receipt,
  readReceipts,
  scanned,
  settled,
  writeReceipts,
} from '@/lib/inventory/receiving'

const macs = fc.constantFrom('02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:03')

/** A round of scans: MAC addresses in the order in which they were read. */
const round = fc.array(macs, { maxLength: 12 })

const takeAll = (scans: readonly string[]) =>
  scans.reduce<Receipt[]>((receipts, mac, n) => scanned(receipts, `id-${n}`, mac, 'T54W').receipts, [])

describe('receiving by scanning', () => {
  test('keeps each MAC address of a round once, the newest first', () => {
    fc.assert(
      fc.property(round, (scans) => {
        const kept = takeAll(scans).map(({ mac }) => mac)
        expect(kept).toEqual([...new Set(scans)].reverse())
      }),
    )
  })

  test('sends in the order of the scans until nothing waits', () => {
    fc.assert(
      fc.property(round, (scans) => {
        let receipts = takeAll(scans)
        const sent: string[] = []
        for (let next = nextToSend(receipts); next; next = nextToSend(receipts)) {
          sent.push(next.mac)
          receipts = settled(receipts, next.id, { state: 'received' })
        }
        expect(sent).toEqual([...new Set(scans)])
        expect(counts(receipts)).toMatchObject({ waiting: 0, received: sent.length })
      }),
    )
  })

  test('survives the closing of the tab', () => {
    fc.assert(
      fc.property(round, (scans) => {
        const receipts = takeAll(scans)
        expect(readReceipts(writeReceipts(receipts))).toEqual(receipts)
      }),
    )
  })

  test.each([null, '', 'nonsense', '{}', '[1]', '[{"id":"x"}]'])('reads nothing from %j', (text) => {
    expect(readReceipts(text)).toEqual([])
  })
})
