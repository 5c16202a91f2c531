import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useMember } from '@/hooks/use-member'
import { useDuplicates } from '@/hooks/use-opportunity'
import { SALES_COMPANIES_PATH } from '@/lib/record-paths'
import { type AlikeCompanies, LIKENESS } from '@/lib/sales/companies'
import { may } from '@/lib/session/permissions'

const MergeDialog = dynamic(() => import('./merge-dialog').then((module) => module.MergeDialog))

/** Names the companies that may be there twice, to be merged; nothing when there are none, or while that is not known. */
export function DuplicateNotice() {
  const data = useDuplicates()
  const { permissions } = useMember()
  const [merging, setMerging] = useState<AlikeCompanies['companies'] | null>(null)
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
                    <Link
                      href={`${SALES_COMPANIES_PATH}?record=${id}`}
                      className="rounded-sm underline underline-offset-2"
                    >
                      {name}
                    </Link>
                  </span>
                ))}{' '}
                have {kinds.map((kind) => LIKENESS[kind]).join(' and ')}.
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
