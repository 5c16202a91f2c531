import type { ReactNode } from 'react'
import { useSessionLists } from '@/hooks/use-session-lists'
import type { Company } from '@/lib/live/sources'
import type { SearchHit } from '@/lib/search/hits'
import { companyOfHit } from './company-of-hit'
import { SearchDialog } from './search-dialog'

type CompanyNameOverlayProps = {
  open: boolean
  onClose: () => void
  /** Gets the company's full record; the overlay closes afterward. */
  onChoose: (company: Company) => void | Promise<void>
}

/** The overlay variant that searches companies by name only (specification section 2.3). */
export function CompanyNameOverlay({ open, onClose, onChoose }: CompanyNameOverlayProps): ReactNode {
  const lists = useSessionLists()

  async function handOver(hit: SearchHit): Promise<undefined> {
    const company = companyOfHit(lists, hit)
    if (company) await onChoose(company)
    onClose()
  }

  if (!open) return null
  return (
    <SearchDialog
      title="Search companies"
      placeholder="Search companies by name..."
      mode="company-name"
      onClose={onClose}
      onChoose={handOver}
      // Specification section 2.5: in this variant the scan handler does nothing.
      hitOfScan={() => undefined}
    />
  )
}
