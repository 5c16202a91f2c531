import { Download, History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Pagination } from '@/components/ui/pagination'
import { useList } from '@/hooks/use-list'
import { writeCsv } from '@/lib/csv'
import { formatDateTime } from '@/lib/dates/format'
import type { DaySpan } from '@/lib/dates/span'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { downloadText } from '@/lib/records/download'
import { getSupabase } from '@/lib/supabase/browser-client'
import { describeActivity } from '@/lib/trail/activity'
import { type AuditRow, auditPage, type TrailQuery, wholeTrail } from '@/lib/trail/pages'

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

const FIRST_PAGE: Pick<TrailQuery, 'after' | 'before'> = { after: null, before: null }
const FILE_HEADER = ['When', 'Who', 'What', 'Record', 'Fields']

/** The audit trail of a span of days, the newest first. */
export function AuditReport({ span, mayExport }: { span: DaySpan; mayExport: boolean }) {
  const [{ search, ...at }, setAsked] = useState({ search: '', ...FIRST_PAGE })
  const query: TrailQuery = useMemo(
    () => ({ span, search, descending: true, after: at.after, before: at.before }),
    [span, search, at.after, at.before],
  )
  const { page, loading, error, retry } = useList({
    key: ['audit-report'],
    query,
    typed: ['search'],
    list: auditPage,
  })

  async function save() {
    try {
      const rows = await wholeTrail(await getSupabase(), query)
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
              onChange={(event) => setAsked({ search: event.target.value, ...FIRST_PAGE })}
            />
          </FormRow>
        </search>
        {mayExport && page?.rows.length ? (
          <Button size="sm" icon={<Download aria-hidden size={14} />} onClick={() => void save()}>
            CSV<span className="sr-only"> of the audit trail</span>
          </Button>
        ) : null}
      </div>
      <DataTable
        label="Audit trail"
        columns={COLUMNS}
        rows={page?.rows}
        rowKey={(row) => row.id}
        loading={loading}
        error={
          error ? (
            <ErrorState message={failureMessage(error)} onRetry={retry} retrying={loading} />
          ) : undefined
        }
        empty={
          <EmptyState icon={<History size={18} />} title="No entries">
            Nothing was changed in these days, or nothing matches.
          </EmptyState>
        }
        footer={
          page?.rows.length ? (
            <Pagination
              range={`${page.rows.length} entries on this page`}
              loading={loading}
              onPrevious={
                page.previous ? () => setAsked({ search, after: null, before: page.previous }) : undefined
              }
              onNext={page.next ? () => setAsked({ search, after: page.next, before: null }) : undefined}
            />
          ) : undefined
        }
      />
    </>
  )
}
