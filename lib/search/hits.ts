import { halfWidth } from '../half-width.ts'
import { formatMac } from '../validation/mac.ts'
import { detectPhone } from '../validation/phone.ts'

/**
 * The types of specification section 3; `service` and `inventory` are the further kinds that section 1 makes searchable, `contact`,
 * `invoice`, `user` and `device` those that the database finds beside the lists, as it finds companies by their phone. A contact's id is its
 * customer's.
 */
export type HitType =
  | 'mac'
  | 'phone'
  | 'company'
  | 'tenant'
  | 'opportunity'
  | 'service'
  | 'inventory'
  | 'contact'
  | 'invoice'
  | 'user'
  | 'device'

/** One search result (specification section 3). */
export interface SearchHit {
  id: string
  name: string
  description: string
  type: HitType
  /** The company record behind a company or tenant hit of the lists, which the company picker hands to its caller. */
  company?: CompanyEntry
  /** The tenant of an invoice, a user, a device, a contact's company, or a company found by its phone. */
  tenantId?: string
}

/** Columns of `companies` the search needs. */
export interface CompanyEntry {
  id: string
  name: string
  type: string | null
  domain_uuid: string | null
  tenant_code: string | null
}

/** Columns of `opportunities` the search needs, with its company's name joined in. */
export interface OpportunityEntry {
  id: string
  name: string
  company_name: string
}

/** Columns of `services` the search needs. */
export interface ServiceEntry {
  id: string
  name: string
}

/** Columns of `inventory` the search needs. */
export interface StockEntry {
  id: string
  name: string
  model: string
  mac: string | null
}

/** Rows to search, each kind in the order of its list. */
export interface SearchRows {
  companies?: CompanyEntry[]
  opportunities?: OpportunityEntry[]
  services?: ServiceEntry[]
  inventory?: StockEntry[]
}

/** Search results: the best hits first, and whether there are more. */
export interface Found {
  hits: SearchHit[]
  more: boolean
}

/**
 * What a search looks at: `content` at names and descriptions of everything, `company` at those of companies and tenants only
 * (the company picker), `company-name` at their names only.
 */
export type SearchMode = 'content' | 'company' | 'company-name'

/** Default maximum of companies, tenants and opportunities in a result. */
export const DEFAULT_LIMIT = 50

/** Maximum of services and stock items that follow them. */
export const FURTHER_LIMIT = 10

/**
 * A company as a search hit. Specification section 3: "A company becomes a tenant hit only if type is tenant and both domain_uuid
 * and tenant_code are present"; then its id is the domain_uuid and its description the tenant_code. Any other company keeps its
 * own id and has no description: a word shared by all of them would match in a content search and rank every company above the
 * tenants.
 */
export function companyHit(company: CompanyEntry): SearchHit {
  const { id, name, type, domain_uuid, tenant_code } = company
  if (type === 'tenant' && domain_uuid && tenant_code) {
    return { id: domain_uuid, name, description: tenant_code, type: 'tenant', company }
  }
  return { id, name, description: '', type: 'company', company }
}

/** An opportunity as a search hit; its description is the company name (specification section 3). */
export function opportunityHit(opportunity: OpportunityEntry): SearchHit {
  const { id, name, company_name } = opportunity
  return { id, name, description: company_name, type: 'opportunity' }
}

/** A product or service as a search hit, found by its name alone. */
export function serviceHit({ id, name }: ServiceEntry): SearchHit {
  return { id, name, description: '', type: 'service' }
}

/** A stock item as a search hit; its MAC address comes first, so that parts of it are found, then its model. */
export function stockHit({ id, name, model, mac }: StockEntry): SearchHit {
  return { id, name, description: [mac, model].filter(Boolean).join(' '), type: 'inventory' }
}

/**
 * The hit to place first when a term looks like a MAC address ({@link formatMac}) or a phone number ({@link detectPhone});
 * specification sections 3 and 5. At most one applies: a MAC address has twelve hex digits, a phone number ten or eleven digits,
 * and twelve plain digits are a MAC address.
 */
export function detectHits(term: string): SearchHit[] {
  const mac = formatMac(halfWidth(term))
  if (mac) return [{ id: mac, name: mac, description: 'MAC Address', type: 'mac' }]
  const phone = detectPhone(term)
  if (phone) return [{ id: phone, name: phone, description: 'Phone Number', type: 'phone' }]
  return []
}
