import { Download } from 'lucide-react'
import { TrailList } from '@/components/trail/trail-list'
import { Button } from '@/components/ui/button'
import { refreshNothing, useAction } from '@/hooks/use-write'
import { writeCsv } from '@/lib/csv'
import type { DaySpan } from '@/lib/dates/span'
import { downloadText } from '@/lib/download'
import { describeChange, fieldChanges } from '@/lib/trail/change'
import { type TrailQuery, type TrailRow, wholeTrail } from '@/lib/trail/pages'

const FILE_HEADER = ['When', 'Who', 'What', 'Record', 'Fields']

/** The audit trail of a span of days, the newest first. */
export function AuditReport({ span, mayExport }: { span: DaySpan; mayExport: boolean }) {
  return <TrailList span={span} actions={mayExport ? (query) => <SaveTrail query={query} /> : undefined} />
}

function SaveTrail({ query }: { query: TrailQuery }) {
  const { act, pending } = useAction(refreshNothing)
  const save = () =>
    act(async (supabase) => {
      const rows = await wholeTrail(supabase, null, query)
      downloadText(await writeCsv(FILE_HEADER, rows.map(cellsOf)), 'audit-trail.csv', 'text/csv')
    })
  return (
    <Button size="sm" loading={pending} icon={<Download aria-hidden size={14} />} onClick={() => void save()}>
      CSV<span className="sr-only"> of the audit trail</span>
    </Button>
  )
}

function cellsOf(row: TrailRow): string[] {
  const { did, record } = describeChange(row)
  const fields =
    record && row.action === 'update'
      ? fieldChanges(row).map(({ field, before, after }) => `${field}: ${before} → ${after}`)
      : []
  return [row.at, row.actor_email || 'The system', did, record, fields.join('; ')]
}
