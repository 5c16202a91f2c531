import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effectiveKeys, placeOf, selfMonitoringKeys } from '@/lib/telephony/provisioning/configuration'
import { PHONE_MODELS, phoneModel } from '@/lib/telephony/provisioning/models'
import { isProvisionedVendor, vendorOfMac } from '@/lib/telephony/provisioning/vendors'
import { configurations, receptionPhone } from './arbitrary'

describe('the vendor of a phone', () => {
  test.each([
    ['80:5E:C0:11:22:33', 'Yealink'],
    ['64167f112233', 'Polycom'],
    ['00-0b-82-11-22-33', 'Grandstream'],
    ['00:04:13:00:00:00', 'Snom'],
    ['02:00:5E:10:00:00', undefined],
    ['80:5E:C0', undefined],
  ])('of %s is %s', (mac, vendor) => {
    expect(vendorOfMac(mac)).toBe(vendor)
  })
})

describe('a phone’s model', () => {
  test.each(['T54W', 't54w', 'SIP-T54W', 'sip t54w'])('is recognized as %s', (name) => {
    expect(phoneModel('Yealink', name)).toMatchObject({ name: 'T54W', lineKeys: 27 })
  })

  test('is listed once, under a supported vendor', () => {
    expect(new Set(PHONE_MODELS.map(({ vendor, name }) => `${vendor} ${name}`)).size).toBe(
      PHONE_MODELS.length,
    )
    expect(PHONE_MODELS.every(({ vendor }) => isProvisionedVendor(vendor))).toBe(true)
  })

  test('defaults to six lines and six keys if it is unknown', () => {
    expect(phoneModel('Mitel', '6867i')).toMatchObject({ lines: 6, lineKeys: 6, memoryKeys: 0 })
  })
})

describe('the keys of a phone', () => {
  test("are one per position, within the model's limits", () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        const keys = effectiveKeys(configuration)
        const model = phoneModel(configuration.vendor, configuration.model)
        expect(new Set(keys.map(placeOf)).size).toBe(keys.length)
        expect(keys.filter(({ category }) => category === 'line')).toHaveLength(model.lineKeys)
        expect(keys.filter(({ category }) => category === 'memory')).toHaveLength(model.memoryKeys)
      }),
    )
  })
})

test("omit a BLF key for the phone's own extension, which is reported", () => {
  const phone = receptionPhone({
    keys: [{ category: 'line', position: 3, type: 'blf', value: '1001', label: 'Me', line: 1 }],
  })
  expect(effectiveKeys(phone)[2]).toMatchObject({ position: 3, type: 'none' })
  expect(selfMonitoringKeys(phone)).toMatchObject([{ position: 3, value: '1001' }])
  expect(effectiveKeys(phone)[1]).toMatchObject({ type: 'blf', value: '1002' })
})
