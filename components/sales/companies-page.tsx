import { useRouter } from 'next/router'
import { useState } from 'react'
import { Moment } from '@/components/common/moment'
import { CustomerStatus } from '@/components/customers/customer-status'
import { ResourcePage } from '@/components/records/resource-page'
import { useLiveRecords } from '@/hooks/use-live-records'
import { useMember } from '@/hooks/use-member'
import { recordsAhead } from '@/hooks/use-record-query'
import { useAction } from '@/hooks/use-write'
import { formatMoney } from '@/lib/billing/money'
import { formatDate } from '@/lib/dates/format'
import type { Company as LiveCompany } from '@/lib/live/sources'
import { newOpportunityPath } from '@/lib/record-paths'
import { salesCompany } from '@/lib/resources/sales-company'
import { convertToCustomer } from '@/lib/sales/companies'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'
import { CompanyFinder, FoundCompany } from './company-finder'
import { CompanySections } from './company-sections'
import { DuplicateNotice } from './duplicate-notice'
import { SalesNav } from './sales-nav'

type Company = Tables<'companies'>

/** The companies that sales talks to, what is open with them, and which may be there twice. */
export function CompaniesPage() {
  const router = useRouter()
  const { member, permissions } = useMember()
  const { act } = useAction()
  useLiveRecords()
  const [found, setFound] = useState<LiveCompany>()

  const convert = (company: Company) =>
    act((supabase) => convertToCustomer(supabase, company), `${company.name} is now a customer`)

  return (
    <ResourcePage
      resource={salesCompany}
      sections={CompanySections}
      newValues={{ owner_id: member?.id ?? null }}
      actions={<CompanyFinder onFound={setFound} />}
      above={
        <>
          <SalesNav />
          {found ? <FoundCompany company={found} /> : null}
          <DuplicateNotice />
        </>
      }
      cells={{
        status: (row) => <CustomerStatus status={row.status} />,
        open_opportunities: (row) => row.open_opportunities ?? 0,
        open_amount: (row) => formatMoney(row.open_amount ?? 0, 'USD'),
        last_activity: ({ last_activity: at }) => (at ? <Moment at={at} /> : null),
        created_at: (row) => formatDate(row.created_at),
      }}
      rowActions={(row) => [
        ...(may(permissions, 'sales', 'create')
          ? [
              {
                kind: 'action' as const,
                label: 'New opportunity',
                onSelect: () => void router.push(newOpportunityPath(row.id)),
              },
            ]
          : []),
        ...(row.status === 'prospect' && may(permissions, 'sales', 'edit')
          ? [
              {
                kind: 'action' as const,
                label: 'Convert to customer',
                onSelect: () => void convert(row),
              },
            ]
          : []),
      ]}
      emptyText="Add the first company that sales talks to."
    />
  )
}
CompaniesPage.ahead = recordsAhead(salesCompany)
