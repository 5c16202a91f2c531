import { Download, History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { keys } from '@/hooks/keys'
import { useList } from '@/hooks/use-list'
import { refreshNothing, useAction } from '@/hooks/use-write'
import { writeCsv } from '@/lib/csv'
import { formatDateTime } from '@/lib/dates/format'
import type { DaySpan } from '@/lib/dates/span'
import { downloadText } from '@/lib/download'
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
  const list = useList({
    key: keys.report('audit'),
    query,
    typed: ['search'],
    list: auditPage,
  })
  const { page, loading } = list
  const { act } = useAction(refreshNothing)

  const save = () =>
    act(async (supabase) => {
      const rows = await wholeTrail(supabase, query)
      const cells = rows.map((row) => {
        const { did, fields } = describeActivity(row)
        return [row.at, row.actor_email || 'The system', did, row.record_label, fields]
      })
      downloadText(await writeCsv(FILE_HEADER, cells), 'audit-trail.csv', 'text/csv')
    })

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
        error={failureOf(list)}
        empty={
          <EmptyState icon={<History size={18} />} title="No entries">
            Nothing was changed in these days, or nothing matches.
          </EmptyState>
        }
        footer={
          <ListFooter
            list={list}
            range={`${page?.rows.length} entries on this page`}
            onTurn={(turn) => setAsked({ search, ...FIRST_PAGE, ...turn })}
          />
        }
      />
    </>
  )
}
