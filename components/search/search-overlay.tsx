import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { useMember } from '@/hooks/use-member'
import { companyPath, opportunityPath, servicePath, stockItemPath, tenantPath } from '@/lib/record-paths'
import { detectHits, type SearchHit } from '@/lib/search/hits'
import { may, type Permissions, type Section } from '@/lib/session/permissions'
import { Stayed } from '@/lib/stayed'
import { findTenant, NO_TENANT } from './find-tenant'
import { SearchDialog } from './search-dialog'

/** The global search for tenants, opportunities, companies, services and stock items (specification sections 1, 2.3 and 2.6). */
export function SearchOverlay({
  open,
  takeTyped,
  onClose,
}: {
  open: boolean
  takeTyped?: () => string
  onClose: () => void
}): ReactNode {
  const router = useRouter()
  const { permissions } = useMember()

  async function openHit(hit: SearchHit, signal: AbortSignal): Promise<string | undefined> {
    let path: string
    if (hit.type === 'tenant' || hit.type === 'mac' || hit.type === 'phone') {
      const tenantId = hit.type === 'tenant' ? hit.id : await findTenant(hit.type, hit.id, signal)
      if (tenantId === null) return NO_TENANT
      path = pathOfTenant(tenantId, router.pathname)
    } else {
      const { path: pathOf, needs } = HIT_PAGES[hit.type]
      const opens = !needs || needs.sections.some((section) => may(permissions, section))
      if (!opens && !hit.tenantId) return `Your role cannot open ${needs.what}.`
      path = opens
        ? pathOf(hit.id, hit.tenantId ?? '', permissions)
        : pathOfTenant(hit.tenantId ?? '', router.pathname)
    }
    if (signal.aborted) return
    try {
      await router.push(path)
    } catch (error) {
      if (!(error instanceof Stayed)) throw error
      if (error.message) return error.message
    }
    // Also on the page that the user chose to stay on.
    onClose()
  }

  if (!open) return null
  return (
    <SearchDialog
      title="Search"
      placeholder="Search by company, phone number, or MAC..."
      mode="content"
      takeTyped={takeTyped}
      onClose={onClose}
      onChoose={openHit}
      hitOfScan={(mac) => detectHits(mac)[0]}
    />
  )
}

const TENANT_SEGMENT = '[tenantId]'

/**
 * The page to show for a tenant, given the current route (`router.pathname`): the same page of the selected tenant if the route has
 * a [tenantId], else the tenant's overview (specification section 2.6). Record ids and queries are dropped, because they mean
 * nothing for another tenant.
 */
function pathOfTenant(tenantId: string, pathname: string): string {
  const segments = pathname.split('/')
  const at = segments.indexOf(TENANT_SEGMENT)
  if (at < 0) return tenantPath(tenantId)
  const rest = segments.slice(at + 1)
  const record = rest.findIndex((segment) => segment.startsWith('['))
  const section = record < 0 ? rest : rest.slice(0, record)
  return [...segments.slice(0, at), encodeURIComponent(tenantId), ...section].join('/')
}

interface HitPage {
  path: (id: string, tenantId: string, permissions: Permissions | undefined) => string
  /**
   * If more roles can find the hit than open its page: the noun, and the sections of which one is required. Other roles go to the
   * hit's tenant, if it has one.
   */
  needs?: { what: string; sections: readonly Section[] }
}

const pathOfCompany: HitPage['path'] = (id, _tenantId, permissions) => companyPath(permissions, id)

/** Pages of hits whose path follows from the id (specification section 2.6). */
const HIT_PAGES: Record<
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
