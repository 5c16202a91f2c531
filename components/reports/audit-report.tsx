import { Download } from 'lucide-react'
import { TrailList } from '@/components/trail/trail-list'
import { Button } from '@/components/ui/button'
import { noRefresh, useAction } from '@/hooks/use-write'
import { downloadCsv } from '@/lib/browser/download'
import { whoChanged } from '@/lib/trail/activity'
import { describeChange, fieldChanges } from '@/lib/trail/change'
import { exportTrail, type TrailQuery, type TrailRow } from '@/lib/trail/pages'
import type { ReportProps } from './report'

const FILE_HEADER = ['When', 'Who', 'What', 'Record', 'Fields']

/** The audit trail over a date range, newest first. */
export function AuditReport({ span, mayExport }: ReportProps) {
  return <TrailList span={span} actions={mayExport ? (query) => <SaveTrail query={query} /> : undefined} />
}

function SaveTrail({ query }: { query: TrailQuery }) {
  const { act, pending } = useAction(noRefresh)
  const save = () =>
    act(async (supabase) => {
      const rows = await exportTrail(supabase, null, query)
      await downloadCsv('audit-trail.csv', FILE_HEADER, rows.map(cellsOf))
    })
  return (
    <Button size="sm" loading={pending} icon={Download} onClick={() => void save()}>
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
  return [row.at, whoChanged(row), did, record, fields.join('; ')]
}
