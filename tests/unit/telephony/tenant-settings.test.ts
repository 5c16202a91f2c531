import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import {
  effectiveSettings,
  inExtensionRange,
  PRODUCT_DEFAULTS,
  SETTING_NAMES,
} from '@/lib/telephony/tenant-settings'

describe('the effective settings', () => {
  test('are all inherited if a tenant has none of its own', () => {
    const settings = effectiveSettings(null)
    for (const name of SETTING_NAMES) {
      expect(settings[name]).toEqual({ value: PRODUCT_DEFAULTS[name], inherited: true })
    }
  })

  test("are the tenant's own where set, including false and zero", () => {
    const settings = effectiveSettings({ voicemail_enabled: false, did_limit: 0, language: null })
    expect(settings.voicemail_enabled).toEqual({ value: false, inherited: false })
    expect(settings.did_limit).toEqual({ value: 0, inherited: false })
    expect(settings.language).toEqual({ value: 'en-US', inherited: true })
  })

  test('allow exactly the numbers in range', () => {
    const settings = effectiveSettings({ extension_low: 200, extension_high: 299 })
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{2,7}$/), (number) => {
        const expected = /^2[0-9]{2}$/.test(number)
        return inExtensionRange(number, settings) === expected
      }),
    )
  })
})

describe('the form of the settings', () => {
  const blank = tenantSettings.blank
  const parse = (values: Record<string, unknown>) => tenantSettings.schema.safeParse({ ...blank, ...values })

  test('stores empty fields as inherited', () => {
    const values = { area_code: ' ', emergency_notification_emails: ['', ' '] }
    expect(parse(values).data).toEqual(blank)
  })

  test('reads on and off as booleans', () => {
    expect(parse({ voicemail_keep: 'false', voicemail_attach: 'true' }).data).toMatchObject({
      voicemail_keep: false,
      voicemail_attach: true,
    })
  })

  test.each([
    [{ extension_low: 1000 }, 'extension_high'],
    [{ extension_high: 1000 }, 'extension_low'],
    [{ extension_low: 2000, extension_high: 1000 }, 'extension_high'],
    [{ extension_low: 900, extension_high: 1100 }, 'extension_high'],
    [{ area_code: '120' }, 'area_code'],
    [{ recording_retention_days: 0 }, 'recording_retention_days'],
  ])('rejects %o', (values, field) => {
    expect(parse(values).error?.issues.map(({ path }) => path[0])).toEqual([field])
  })
})
