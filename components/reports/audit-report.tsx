import { Download, History } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Pagination } from '@/components/ui/pagination'
import type { DaySpan } from '@/lib/cdr/days'
import { writeCsv } from '@/lib/csv'
import { describeActivity } from '@/lib/dashboard/activity'
import { failureMessage } from '@/lib/errors'
import { formatDateTime } from '@/lib/format-date'
import { notify } from '@/lib/notify'
import { AUDIT_PAGE, type AuditCursor, type AuditRow, auditPage, wholeTrail } from '@/lib/reports/audit'
import { downloadText } from '@/lib/resources/download'
import { getSupabase } from '@/lib/supabase/browser-client'

const COLUMNS: readonly Column<AuditRow>[] = [
  { id: 'at', header: 'When', cell: (row) => formatDateTime(row.at) },
  { id: 'who', header: 'Who', cell: (row) => row.actor_email || 'The system' },
  { id: 'did', header: 'What', cell: (row) => describeActivity(row).did },
  { id: 'record', header: 'Record', cell: (row) => row.record_label },
  {
    id: 'fields',
    header: 'Fields',
    cell: (row) => <span className="text-text-muted">{describeActivity(row).fields}</span>,
  },
]

const FILE_HEADER = ['When', 'Who', 'What', 'Record', 'Fields']

/** The audit trail of a span of days, the newest first. */
export function AuditReport({ span, mayExport }: { span: DaySpan; mayExport: boolean }) {
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState<readonly AuditCursor[]>([])
  const after = pages.at(-1)
  const { data, error, isValidating, mutate } = useSWR(
    ['audit-report', span.from, span.until, search, after] as const,
    async () => auditPage(await getSupabase(), span, search, after),
    { keepPreviousData: true },
  )
  const last = data?.at(-1)

  async function save() {
    try {
      const rows = await wholeTrail(await getSupabase(), span, search)
      const cells = rows.map((row) => {
        const { did, fields } = describeActivity(row)
        return [row.at, row.actor_email || 'The system', did, row.record_label, fields]
      })
      downloadText(await writeCsv(FILE_HEADER, cells), 'audit-trail.csv', 'text/csv')
    } catch (failure) {
      void notify('error', failureMessage(failure))
    }
  }

  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-2 print:hidden">
        <search className="block min-w-0 flex-1 sm:max-w-72">
          <FormRow label="Search the trail" labelHidden>
            <Input
              type="search"
              placeholder="Record or email"
              maxLength={100}
              value={search}
              onChange={(event) => {
                setPages([])
                setSearch(event.target.value)
              }}
            />
          </FormRow>
        </search>
        {mayExport && data?.length ? (
          <Button size="sm" icon={<Download aria-hidden size={14} />} onClick={() => void save()}>
            CSV<span className="sr-only"> of the audit trail</span>
          </Button>
        ) : null}
      </div>
      <DataTable
        label="Audit trail"
        columns={COLUMNS}
        rows={data}
        rowKey={(row) => row.id}
        loading={isValidating}
        error={
          error ? (
            <ErrorState
              message={failureMessage(error)}
              onRetry={() => void mutate()}
              retrying={isValidating}
            />
          ) : undefined
        }
        empty={
          <EmptyState icon={<History size={18} />} title="No entries">
            Nothing was changed in these days, or nothing matches.
          </EmptyState>
        }
        footer={
          data?.length ? (
            <Pagination
              range={`${data.length} entries on this page`}
              loading={isValidating}
              onPrevious={pages.length > 0 ? () => setPages(pages.slice(0, -1)) : undefined}
              onNext={
                data.length === AUDIT_PAGE && last
                  ? () => setPages([...pages, { id: last.id, value: last.sort_value }])
                  : undefined
              }
            />
          ) : undefined
        }
      />
    </>
  )
}
