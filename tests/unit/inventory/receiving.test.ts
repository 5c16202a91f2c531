import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  corrected,
  counts,
  isUnsettled,
  nextToSend,
  readReceipts,
  type Receipt,
  removed,
  scanned,
  settled,
  writeReceipts,
} from '@/lib/inventory/receiving'

const macs = fc.constantFrom('02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:03')

const LOT = { model: 'T54W', location: 'Shelf 3', serial: '' }

/** A scanning session: MAC addresses in reading order. */
const round = fc.array(macs, { maxLength: 12 })

const takeAll = (scans: readonly string[]) =>
  scans.reduce<Receipt[]>((receipts, mac, n) => scanned(receipts, `id-${n}`, { ...LOT, mac }).receipts, [])

describe('receiving by scanning', () => {
  test('keeps each MAC address of a batch once, newest first', () => {
    fc.assert(
      fc.property(round, (scans) => {
        const kept = takeAll(scans).map(({ mac }) => mac)
        expect(kept).toEqual([...new Set(scans)].reverse())
      }),
    )
  })

  test('sends rows in the order of the scans until none is waiting', () => {
    fc.assert(
      fc.property(round, (scans) => {
        let receipts = takeAll(scans)
        const sent: string[] = []
        for (let next = nextToSend(receipts); next; next = nextToSend(receipts)) {
          sent.push(next.mac)
          receipts = settled(receipts, next, { state: 'received' })
        }
        expect(sent).toEqual([...new Set(scans)])
        expect(counts(receipts)).toMatchObject({ waiting: 0, received: sent.length })
      }),
    )
  })

  test('resends a corrected row, even if it was corrected while being sent', () => {
    const [sent] = takeAll(['02:00:00:00:00:01'])
    if (!sent) throw new Error('Nothing was scanned.')
    const changed = settled(corrected([sent], sent.id, { serial: 'S1' }), sent, { state: 'received' })
    expect(changed).toMatchObject([{ ...sent, serial: 'S1', state: 'waiting' }])
    const stored = settled(changed, changed[0] as Receipt, { state: 'received' })
    expect(corrected(stored, sent.id, { model: 'T57W' })).toMatchObject([{ model: 'T57W', state: 'waiting' }])
  })

  test.each([
    [
      'correction',
      (rows: Receipt[], id: string) => corrected(rows, id, { model: 'T57W' }),
      'Not corrected: No.',
    ],
    ['removal', removed, 'Not removed: No.'],
  ])('keeps a received phone as it is stored when its %s is rejected', (_, change, reason) => {
    const [sent] = takeAll(['02:00:00:00:00:01'])
    if (!sent) throw new Error('Nothing was scanned.')
    const rejected = { state: 'rejected', reason: 'No.' } as const
    const received = settled([sent], sent, { state: 'received' })
    const asked = change(received, sent.id)
    const after = settled(asked, asked[0] as Receipt, rejected)
    expect(after).toMatchObject([{ ...LOT, state: 'received', reason }])
    expect(after.some(isUnsettled)).toBe(false)
    // Also when it was changed before it was known to be received.
    const early = settled(change([sent], sent.id), sent, { state: 'received' })
    expect(settled(early, early[0] as Receipt, rejected)).toMatchObject([
      { ...LOT, state: 'received', reason },
    ])
    // One that was never received stays rejected.
    expect(settled([sent], sent, rejected)).toMatchObject([{ ...LOT, ...rejected }])
  })

  test('removes a row once the server has removed it, and a duplicate immediately', () => {
    const [row] = takeAll(['02:00:00:00:00:01'])
    if (!row) throw new Error('Nothing was scanned.')
    const leaving = removed([{ ...row, state: 'received' }], row.id)
    expect(leaving).toMatchObject([{ state: 'removing' }])
    expect(nextToSend(leaving)).toBe(leaving[0])
    expect(settled(leaving, leaving[0] as Receipt, 'removed')).toEqual([])
    expect(removed([{ ...row, state: 'duplicate' }], row.id)).toEqual([])
  })

  test('takes a phone again that was removed, after the removal was sent', () => {
    const mac = '02:00:00:00:00:01'
    const [first] = takeAll([mac])
    const gone = removed([{ ...first, state: 'received' } as Receipt], 'id-0')
    const { outcome, receipts } = scanned(gone, 'id-1', { ...LOT, mac, location: 'Shelf 4' })
    expect(outcome).toBe('added')
    expect(nextToSend(receipts)).toMatchObject({ id: 'id-0', state: 'removing' })
    expect(settled(receipts, gone[0] as Receipt, 'removed')).toMatchObject([{ id: 'id-1', state: 'waiting' }])
  })

  test.each([
    ['received', 'seen'],
    ['rejected', 'resent'],
  ] as const)(
    'sends a phone again that is %s and scanned again, as the same one, which is %s',
    (state, said) => {
      const mac = '02:00:00:00:00:01'
      const known = takeAll([mac]).map((row) => ({ ...row, state, reason: 'No.' }))
      const { outcome, receipts } = scanned(known, 'id-1', { ...LOT, mac })
      expect(outcome).toBe(said)
      expect(receipts).toEqual([{ ...known[0], state: 'waiting', reason: undefined }])
    },
  )

  test('survives closing the tab', () => {
    fc.assert(
      fc.property(round, (scans) => {
        const receipts = takeAll(scans)
        expect(readReceipts(writeReceipts(receipts))).toEqual(receipts)
      }),
    )
  })

  test.each([null, '', 'nonsense', '{}', '[1]', '[{"id":"x"}]'])('restores nothing from %j', (text) => {
    expect(readReceipts(text)).toEqual([])
  })
})
