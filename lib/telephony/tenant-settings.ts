import { PRODUCT_SETTINGS } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'
import { PHONE_DEFAULTS } from './provisioning/phone-settings'

/** Defaults for settings a tenant has not set. */
export const PRODUCT_DEFAULTS = {
  ...PRODUCT_SETTINGS,
  ...PHONE_DEFAULTS,
} as const satisfies Partial<Record<keyof Tables<'tenant_settings'>, unknown>>

export type SettingName = keyof typeof PRODUCT_DEFAULTS
export type StoredSettings = Pick<Tables<'tenant_settings'>, SettingName>

export interface EffectiveSetting<Name extends SettingName = SettingName> {
  value: StoredSettings[Name]
  /** Whether it is the product's default rather than the tenant's own value. */
  inherited: boolean
}

export type EffectiveSettings = { readonly [Name in SettingName]: EffectiveSetting<Name> }

export const SETTING_NAMES = Object.keys(PRODUCT_DEFAULTS) as readonly SettingName[]

/** One setting in effect; `stored` is null for a tenant without settings of its own. */
export function effectiveSetting<Name extends SettingName>(
  stored: Partial<StoredSettings> | null,
  name: Name,
): EffectiveSetting<Name> {
  const own = stored?.[name] ?? null
  const value = (own ?? PRODUCT_DEFAULTS[name]) as StoredSettings[Name]
  return { value, inherited: own === null }
}

/** A tenant's settings in effect; `stored` is null for a tenant without settings of its own. */
export function effectiveSettings(stored: Partial<StoredSettings> | null): EffectiveSettings {
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [name, effectiveSetting(stored, name)]),
  ) as unknown as EffectiveSettings
}

/** Whether a number is in the tenant's extension range; one of another length is not. */
export function inExtensionRange(number: string, settings: EffectiveSettings): boolean {
  const low = settings.extension_low.value
  const high = settings.extension_high.value
  if (low === null || high === null) return true
  return number.length === String(low).length && Number(number) >= low && Number(number) <= high
}
