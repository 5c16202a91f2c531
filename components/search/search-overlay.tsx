import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { useMember } from '@/hooks/use-member'
import { detectHits, type SearchHit } from '@/lib/search/hits'
import { may } from '@/lib/session/permissions'
import { findTenant, NO_TENANT } from './find-tenant'
import { HIT_PAGES, pathOfTenant } from './hit-path'
import { SearchDialog } from './search-dialog'

/**
 * The overlay that leads from anywhere to a tenant, an opportunity, a company, a service or a stock item (specification
 * sections 1, 2.3 and 2.6).
 */
export function SearchOverlay({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
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
      path = opens ? pathOf(hit.id, hit.tenantId ?? '') : pathOfTenant(hit.tenantId ?? '', router.pathname)
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
