import { z } from 'zod'

/** Input of a new tenant; the database checks the same (tables tenants and companies). */
export const newTenantSchema = z.object({
  company: z.uuid('Choose a company.'),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253, 'Use at most 253 characters.')
    .regex(
      /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
      'Enter a domain such as acme.pbx.example.',
    ),
  tenant_code: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{2,32}$/, 'Use 2 to 32 lowercase letters, digits or hyphens.'),
  time_zone: z.string().min(1),
  extension_limit: z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, 'Enter a whole number of seats.')
    .transform(Number)
    .refine((seats) => seats <= 100_000, 'Enter at most 100,000 seats.'),
})
export type NewTenant = z.infer<typeof newTenantSchema>

/** A tenant code from a company's name: "Harbor Lane Dental, Inc." becomes "harbor-lane-dental-inc". */
export function codeOfName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '')
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
