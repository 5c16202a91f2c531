import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { LocalDate } from '@/components/common/local-date'
import { Moment } from '@/components/common/relative-time'
import { ContactRows } from '@/components/customers/contact-rows'
import { CustomerStatus } from '@/components/customers/customer-status'
import type { EditorProps } from '@/components/records/record-form'
import { ResourcePage } from '@/components/records/resource-page'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { TextLink } from '@/components/ui/text-link'
import { useLiveRecords } from '@/hooks/use-live-records'
import { useMember } from '@/hooks/use-member'
import { useCompaniesLike, useDuplicates } from '@/hooks/use-opportunity'
import { prefetchRecords } from '@/hooks/use-record-query'
import { useAction } from '@/hooks/use-write'
import { formatDollars } from '@/lib/billing/money'
import type { Company as LiveCompany } from '@/lib/live/sources'
import { newOpportunityPath, SALES_COMPANIES_PATH } from '@/lib/record-paths'
import { salesCompany } from '@/lib/resources/sales-company'
import { convertToCustomer, MATCH_KINDS, type SimilarCompanies } from '@/lib/sales/companies'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'
import { CompanyFinder, FoundCompany } from './company-finder'
import { SalesNav } from './sales-nav'

type Company = Tables<'companies'>

/** Companies with open opportunities, and possible duplicates. */
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
        open_amount: (row) => formatDollars(row.open_amount ?? 0),
        last_activity: ({ last_activity: at }) => (at ? <Moment at={at} /> : null),
        created_at: (row) => <LocalDate at={row.created_at} />,
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
CompaniesPage.ahead = prefetchRecords(salesCompany)

/** Below the fields of a company: possible duplicates, and its contacts. */
function CompanySections(props: EditorProps) {
  return (
    <>
      <CompaniesAlike id={props.recordId} />
      <ContactRows {...props} />
    </>
  )
}

function CompaniesAlike({ id }: { id: string }) {
  const { watch } = useFormContext<{ name: string; website: string | null; phone: string | null }>()
  const [name, website, phone] = watch(['name', 'website', 'phone'])
  const data = useCompaniesLike({ id, name: name ?? '', website: website ?? '', phone: phone ?? '' })
  if (data.length === 0) return null
  return (
    <Alert tone="warning" title="This company may already be here">
      <ul>
        {data.map(({ id: other, company_name, kind }) => (
          <li key={other}>
            {company_name} has {MATCH_KINDS[kind]}.
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const MergeDialog = lateDialog(dynamic(() => import('./merge-dialog').then((module) => module.MergeDialog)))

/** A notice of possible duplicate companies, to be merged; renders nothing without any. */
function DuplicateNotice() {
  const data = useDuplicates()
  const { permissions } = useMember()
  const [merging, setMerging] = useState<SimilarCompanies['companies'] | null>(null)
  const mayMerge = may(permissions, 'customers', 'edit') && may(permissions, 'customers', 'delete')
  const dialog = merging ? <MergeDialog companies={merging} onClose={() => setMerging(null)} /> : null
  // The last pair may be merged while its dialog is still closing.
  if (data.length === 0) return dialog
  return (
    <>
      <details className="mb-4 rounded-lg border border-border bg-warning-soft px-4 py-2 text-base">
        <summary className="cursor-pointer rounded-sm font-medium text-warning-text">
          {data.length === 1
            ? 'One company'
            : `${data.length === 100 ? '100 or more' : data.length} companies`}{' '}
          may be here more than once
        </summary>
        <ul className="mt-2 flex flex-col gap-1 pb-1 text-text">
          {data.map(({ kinds, companies }) => (
            <li
              key={companies.map(({ id }) => id).join()}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1"
            >
              <span className="min-w-0">
                {companies.map(({ id, name }, index) => (
                  <span key={id}>
                    {index > 0 ? ', ' : null}
                    <TextLink href={`${SALES_COMPANIES_PATH}?record=${id}`}>{name}</TextLink>
                  </span>
                ))}{' '}
                have {kinds.map((kind) => MATCH_KINDS[kind]).join(' and ')}.
              </span>
              {mayMerge ? (
                <Button size="sm" onClick={() => setMerging(companies)}>
                  Merge <span className="sr-only">{companies.map(({ name }) => name).join(' and ')}</span>
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </details>
      {dialog}
    </>
  )
}
