import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { useMember } from '@/hooks/use-member'
import { opportunityPath } from '@/lib/paths'
import { may } from '@/lib/permissions'
import { detectHits, type SearchHit } from '@/lib/search/hits'
import { findTenant, NO_TENANT } from './find-tenant'
import { pathOfCompany, pathOfTenant } from './hit-path'
import { SearchDialog } from './search-dialog'

/** The overlay that leads from anywhere to a tenant, an opportunity or a company (specification sections 2.3 and 2.6). */
export function SearchOverlay({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const router = useRouter()
  const { permissions } = useMember()

  async function openHit(hit: SearchHit, signal: AbortSignal): Promise<string | undefined> {
    let path: string
    if (hit.type === 'opportunity') {
      path = opportunityPath(hit.id)
    } else if (hit.type === 'company') {
      if (!may(permissions, 'customers') && !may(permissions, 'sales'))
        return 'Your role may not open companies.'
      path = pathOfCompany(hit.id)
    } else {
      const tenantId = hit.type === 'tenant' ? hit.id : await findTenant(hit.type, hit.id, signal)
      if (tenantId === null) return NO_TENANT
      path = pathOfTenant(tenantId, router.pathname)
    }
    if (signal.aborted) return
    await router.push(path)
    onClose()
  }

  if (!open) return null
  return (
    <SearchDialog
      title="Search"
      placeholder="Search by company, phone number, or MAC..."
      mode="content"
      onClose={onClose}
      onChoose={openHit}
      hitOfScan={(mac) => detectHits(mac)[0]}
    />
  )
}
