import Link from 'next/link'
import useSWR from 'swr'
import { SALES_COMPANIES_PATH } from '@/lib/paths'
import { companyDuplicates, LIKENESS } from '@/lib/sales/companies'
import { getSupabase } from '@/lib/supabase/browser-client'

/** Names the companies that may be there twice; nothing when there are none, or while that is not known. */
export function DuplicateNotice() {
  const { data = [] } = useSWR(['records', 'duplicates'] as const, async () =>
    companyDuplicates(await getSupabase()),
  )
  if (data.length === 0) return null
  return (
    <details className="mb-4 rounded-lg border border-border bg-warning-soft px-4 py-2 text-base">
      <summary className="cursor-pointer rounded-sm font-medium text-warning-text">
        {data.length === 1 ? 'One company' : `${data.length === 100 ? '100 or more' : data.length} companies`}{' '}
        may be here more than once
      </summary>
      <ul className="mt-2 flex flex-col gap-1 pb-1 text-text">
        {data.map(({ kind, companies }) => (
          <li key={`${kind}-${companies.map(({ id }) => id).join()}`}>
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
            have {LIKENESS[kind]}.
          </li>
        ))}
      </ul>
    </details>
  )
}
