import { z } from 'zod'

/** What a new tenant is given; the database checks the same (tables tenants and companies). */
export const newTenantSchema = z.object({
  company: z.uuid('Choose a company.'),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253, 'A domain has at most 253 characters.')
    .regex(
      /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
      'A domain looks like acme.pbx.example.',
    ),
  tenant_code: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{2,32}$/, 'A code has 2 to 32 small letters, digits and hyphens.'),
  time_zone: z.string().min(1),
  extension_limit: z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, 'Seats are a whole number.')
    .transform(Number)
    .refine((seats) => seats <= 100_000, 'At most 100,000 seats.'),
})
export type NewTenant = z.infer<typeof newTenantSchema>

/** A tenant code made of a company's name: "Harbor Lane Dental, Inc." becomes "harbor-lane-dental-inc". */
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
