import type { ReactNode } from 'react'
import { useSessionLists } from '@/hooks/use-session-lists'
import { type Company, readCompanyOfTenant } from '@/lib/live/sources'
import type { SearchHit } from '@/lib/search/hits'
import { companyOfHit } from './company-of-hit'
import { findTenant, NO_TENANT } from './find-tenant'
import { SearchDialog } from './search-dialog'

/** The selected hit with its company's full record; for a device or number, the company that has it. */
export type CompanyHit = SearchHit & { company: Company }

type CompanyPickerProps = {
  open: boolean
  onClose: () => void
  /** The picker closes once this has resolved. */
  onChoose: (hit: CompanyHit) => void | Promise<void>
}

/** Selects a company by name, tenant code, phone number or MAC address (specification section 2.4). */
export function CompanyPicker({ open, onClose, onChoose }: CompanyPickerProps): ReactNode {
  const lists = useSessionLists()

  async function companyOf(hit: SearchHit, signal: AbortSignal): Promise<Company | undefined> {
    if (hit.type !== 'mac' && hit.type !== 'phone') return companyOfHit(lists, hit)
    const tenantId = await findTenant(hit.type, hit.id, signal)
    return tenantId === null ? undefined : readCompanyOfTenant(tenantId)
  }

  async function handOver(hit: SearchHit, signal: AbortSignal): Promise<string | undefined> {
    const company = await companyOf(hit, signal)
    if (signal.aborted) return
    if (!company) return NO_TENANT
    await onChoose({ ...hit, company })
    // Closed meanwhile, it may be open for another choice.
    if (!signal.aborted) onClose()
  }

  if (!open) return null
  return (
    <SearchDialog
      title="Choose a company"
      placeholder="Search by company, phone number, or MAC address..."
      mode="company"
      onClose={onClose}
      onChoose={handOver}
    />
  )
}
