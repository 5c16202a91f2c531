import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCode } from '@/lib/inventory/read-code'
import { formatDeviceMac } from '@/lib/validation/mac'

test.each([
  ['001565ABCDEF', { kind: 'mac', mac: '00:15:65:AB:CD:EF' }],
  ['MAC: 00-15-65-ab-cd-ef', { kind: 'mac', mac: '00:15:65:AB:CD:EF' }],
  ['3146018080001234', { kind: 'serial', serial: '3146018080001234' }],
  ['S/N: 8052ABCD', { kind: 'serial', serial: '8052ABCD' }],
  ['SN-4471-0093', { kind: 'serial', serial: 'SN-4471-0093' }],
  ['FCH2034D1AB', { kind: 'serial', serial: 'FCH2034D1AB' }],
  ['00:15:65:AB:CD', { kind: 'neither' }],
  ['00:15:65:O1:23:45', { kind: 'neither' }],
  ['MAC: 00-15-65-o1-23-45', { kind: 'neither' }],
  ['S/N: 00-15-65-O1-23-45', { kind: 'serial', serial: '00-15-65-O1-23-45' }],
  ['841885100085', { kind: 'product' }],
  ['841885100084', { kind: 'mac', mac: '84:18:85:10:00:84' }],
  ['84:18:85:10:00:85', { kind: 'mac', mac: '84:18:85:10:00:85' }],
  // An EAN-13, a GTIN-14 and a UPC-A with a zero before it.
  ['6938818303010', { kind: 'product' }],
  ['16938818303017', { kind: 'product' }],
  ['0841885100085', { kind: 'product' }],
  ['6938818303011', { kind: 'serial', serial: '6938818303011' }],
  ['S/N: 6938818303010', { kind: 'serial', serial: '6938818303010' }],
  ['001565123456', { kind: 'mac', mac: '00:15:65:12:34:56' }],
  ['000000000000', { kind: 'neither' }],
  ['FFFFFFFFFFFF', { kind: 'neither' }],
  ['S/N: 000000000000', { kind: 'neither' }],
  ['T5', { kind: 'neither' }],
  ['', { kind: 'neither' }],
])('%j is read as %j', (value, code) => {
  expect(readCode(value)).toEqual(code)
})

test('neither a valid nor a misread MAC address is ever taken for a serial number', () => {
  const pair = fc.stringMatching(/^[0-9A-F]{2}$/)
  fc.assert(
    fc.property(fc.array(pair, { minLength: 6, maxLength: 6 }), fc.nat(4), (pairs, cut) => {
      const whole = pairs.join(':')
      const kind = formatDeviceMac(whole) ? 'mac' : 'neither'
      expect(readCode(whole).kind).toBe(kind)
      expect(readCode(pairs.slice(0, cut + 2).join(':')).kind).toBe(cut === 4 ? kind : 'neither')
    }),
  )
})
