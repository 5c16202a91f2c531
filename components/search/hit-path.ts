import { opportunityPath, servicePath, stockItemPath, tenantPath } from '@/lib/record-paths'
import type { Section } from '@/lib/session/permissions'

const TENANT_SEGMENT = '[tenantId]'

/**
 * Where a tenant is shown, from the page whose route (`router.pathname`) is given: the same page of the chosen tenant
 * if the route has a [tenantId], else the tenant's own page (specification section 2.6). A page of one record of a
 * tenant means nothing for another tenant, so the path ends before the record's id; queries are dropped likewise.
 */
export function pathOfTenant(tenantId: string, pathname: string): string {
  const segments = pathname.split('/')
  const at = segments.indexOf(TENANT_SEGMENT)
  if (at < 0) return tenantPath(tenantId)
  const rest = segments.slice(at + 1)
  const record = rest.findIndex((segment) => segment.startsWith('['))
  const kept = record < 0 ? rest : rest.slice(0, record)
  return [...segments.slice(0, at), encodeURIComponent(tenantId), ...kept].join('/')
}

interface HitPage {
  path: (id: string, tenantId: string) => string
  /**
   * Where more roles may find the hit than may open its page: what it is, and the sections of which one is needed. Others are led
   * to its tenant, if it has one.
   */
  needs?: { what: string; sections: readonly Section[] }
}

/** Where a hit leads when its id alone tells (specification section 2.6). */
export const HIT_PAGES: Record<
  'opportunity' | 'company' | 'service' | 'inventory' | 'contact' | 'invoice' | 'user' | 'device',
  HitPage
> = {
  opportunity: { path: opportunityPath },
  company: { path: pathOfCompany, needs: { what: 'companies', sections: ['customers', 'sales'] } },
  service: { path: servicePath, needs: { what: 'services', sections: ['sales'] } },
  inventory: { path: stockItemPath },
  contact: { path: pathOfCompany, needs: { what: 'customers', sections: ['customers', 'sales'] } },
  invoice: {
    path: (id, tenantId) => `${tenantPath(tenantId)}/billing?tab=invoices&invoice=${encodeURIComponent(id)}`,
  },
  user: { path: (id, tenantId) => `${tenantPath(tenantId)}/users?record=${encodeURIComponent(id)}` },
  device: { path: (id, tenantId) => `${tenantPath(tenantId)}/devices?record=${encodeURIComponent(id)}` },
}

/** The page of a company that is no tenant. */
export function pathOfCompany(companyId: string): string {
  return `/customers/${encodeURIComponent(companyId)}`
}
