import { z } from 'zod'
import { TENANTS } from '../supabase/constraints'
import { unaccented } from '../unaccented'
import { wholeNumber } from '../validation/whole-number'
import type { TenantConfiguration } from './configuration'

export const tenantDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(TENANTS.domain.maxLength, `Use at most ${TENANTS.domain.maxLength} characters.`)
  .regex(
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
    'Enter a domain such as acme.pbx.example.',
  )
export const tenantCode = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{2,32}$/, 'Use 2 to 32 lowercase letters, digits or hyphens.')

/** Input of a new tenant; the database checks the same (tables tenants and companies). */
export const newTenantSchema = z.object({
  company: z.guid('Choose a company.'),
  domain: tenantDomain,
  tenant_code: tenantCode,
  time_zone: z.string().min(1),
  extension_limit: wholeNumber(TENANTS.extension_limit),
})
export type NewTenant = z.infer<typeof newTenantSchema>

/** What a new tenant starts with. `template` and `configuration` are null until they are chosen. */
export type TenantStart =
  | { from: 'nothing' }
  | { from: 'tenant'; template: { id: string; name: string } | null }
  | { from: 'file'; name: string; configuration: TenantConfiguration | null }

/** A new tenant's initial configuration: another tenant's, or one from a file. */
export type TenantSource = { template: string } | { configuration: TenantConfiguration }

/** The initial configuration; null for settings only, and while it is not chosen. */
export function sourceOf(start: TenantStart): TenantSource | null {
  if (start.from === 'tenant') return start.template && { template: start.template.id }
  if (start.from === 'file') return start.configuration && { configuration: start.configuration }
  return null
}

/**
 * A tenant code from a company's name: "Harbor Lane Dental, Inc." becomes "harbor-lane-dental-inc". Empty when less than two
 * letters or digits remain.
 */
export function codeOfName(name: string): string {
  const code = unaccented(name)
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '')
  return code.length >= 2 ? code : ''
}

/**
 * A domain for a new tenant: its code below the most common suffix of the other tenants' domains. Empty without any, or without a
 * code.
 */
export function proposedDomain(code: string, domains: readonly string[]): string {
  const endings = new Map<string, number>()
  for (const domain of domains) {
    const ending = domain.slice(domain.indexOf('.') + 1)
    endings.set(ending, (endings.get(ending) ?? 0) + 1)
  }
  const [commonest] = [...endings].sort(([, one], [, other]) => other - one)
  return code && commonest ? `${code}.${commonest[0]}` : ''
}
