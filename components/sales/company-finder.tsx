import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SectionLink } from '@/components/common/section-link'
import { CustomerStatus } from '@/components/customers/customer-status'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { lateDialog } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { useRouteChange } from '@/hooks/use-route-change'
import type { Company } from '@/lib/live/sources'
import { SALES_COMPANIES_PATH, tenantPath } from '@/lib/record-paths'
import { formatContactPhone } from '@/lib/validation/contact-phone'

const CompanyNameOverlay = lateDialog(
  dynamic(
    () => import('@/components/search/company-name-overlay').then((module) => module.CompanyNameOverlay),
    { ssr: false },
  ),
)

/** A button for the search by name, which any route change closes (specification section 2.3); the focus returns to the button. */
export function CompanyFinder({ onFound }: { onFound: (company: Company) => void }) {
  const [searching, setSearching] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useRouteChange(useCallback(() => setSearching(false), []))

  function close() {
    // Focus can return only once the overlay no longer holds it.
    flushSync(() => setSearching(false))
    button.current?.focus()
  }

  return (
    <>
      <Button ref={button} icon={Search} onClick={() => setSearching(true)}>
        Find a company
      </Button>
      {searching ? <CompanyNameOverlay open onClose={close} onChoose={onFound} /> : null}
    </>
  )
}

/** A company found by search, linked to its record. */
export function FoundCompany({ company }: { company: Company }) {
  return (
    <Card
      title={company.name}
      className="mb-4 max-w-xl"
      actions={
        <LinkButton size="sm" href={`${SALES_COMPANIES_PATH}?record=${company.id}`}>
          Open
        </LinkButton>
      }
    >
      <CompanyFacts company={company} />
    </Card>
  )
}

function CompanyFacts({ company }: { company: Company }) {
  const { status, tenant_code, domain_uuid, phone, website } = company
  const tenant =
    domain_uuid && tenant_code ? (
      <SectionLink section="tenants" href={tenantPath(domain_uuid)}>
        <span className="code">{tenant_code}</span>
      </SectionLink>
    ) : null
  return (
    <DescriptionList
      items={[
        { term: 'Status', details: status && <CustomerStatus status={status} /> },
        { term: 'Tenant', details: tenant },
        { term: 'Phone', details: phone && formatContactPhone(phone) },
        { term: 'Website', details: website },
      ]}
    />
  )
}
