import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import type { Company } from '@/lib/live/sources'
import { tenantPath } from '@/lib/paths'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'

const CompanyNameOverlay = dynamic(
  () => import('@/components/search/company-name-overlay').then((module) => module.CompanyNameOverlay),
  { ssr: false },
)

/** Finds a company by its name and shows its record. */
export function CompanyFinder() {
  const [searching, setSearching] = useState(false)
  const [company, setCompany] = useState<Company>()
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    // The focus can go back only when the overlay no longer holds it.
    flushSync(() => setSearching(false))
    button.current?.focus()
  }

  return (
    <div className="mb-4 flex flex-col items-start gap-4">
      <Button ref={button} icon={<Search aria-hidden size={14} />} onClick={() => setSearching(true)}>
        Find a company
      </Button>
      {company ? (
        <Card title={company.name} className="w-full max-w-xl">
          <CompanyFacts company={company} />
        </Card>
      ) : null}
      {searching ? <CompanyNameOverlay open onClose={close} onChoose={setCompany} /> : null}
    </div>
  )
}

function CompanyFacts({ company }: { company: Company }) {
  const { status, tenant_code, domain_uuid, phone, website } = company
  const tenant =
    domain_uuid && tenant_code ? (
      <Link href={tenantPath(domain_uuid)} className="code rounded-sm text-accent-text hover:underline">
        {tenant_code}
      </Link>
    ) : null
  return (
    <DescriptionList
      items={[
        { term: 'Status', details: status },
        { term: 'Tenant', details: tenant },
        { term: 'Phone', details: phone && (formatNorthAmericanPhone(phone) ?? phone) },
        { term: 'Website', details: website },
      ]}
    />
  )
}
