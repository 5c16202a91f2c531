import { History } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useMemo, useState } from 'react'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { LocalTime } from '@/components/common/local-time'
import { RecordLink } from '@/components/common/record-link'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { lateDialog } from '@/components/ui/late-code'
import { NoMatchState } from '@/components/ui/no-match-state'
import { Select } from '@/components/ui/select'
import { useMember } from '@/hooks/use-member'
import { useTrailList, useTrailPeople, useTrailQuery } from '@/hooks/use-trail'
import type { DaySpan } from '@/lib/dates/span'
import { may, type Permissions, SECTIONS } from '@/lib/session/permissions'
import { SECTION_LABELS } from '@/lib/staff/permission-labels'
import { whoChanged } from '@/lib/trail/activity'
import {
  describeChange,
  fieldChanges,
  permissionsFor,
  TRAIL_ACTIONS,
  type Undoing,
  undoingOf,
} from '@/lib/trail/change'
import { countOfRecords, type TrailQuery, type TrailRow } from '@/lib/trail/pages'
import { countOf } from '@/lib/words'
import { FieldChanges } from './trail-entry'

const ChangeDialog = lateDialog(
  dynamic(() => import('./change-dialog').then((module) => module.ChangeDialog)),
)
const UndoDialog = lateDialog(dynamic(() => import('./undo-dialog').then((module) => module.UndoDialog)))

const VERBS: Record<Undoing, string> = { restore: 'Restore', undo: 'Undo' }

/**
 * The audit trail of a date range, for the page's tenant or for all: one row per transaction with old and new values, linked to its
 * record, and undoable with the permission.
 */
export function TrailList({ span, actions }: { span: DaySpan; actions?: (query: TrailQuery) => ReactNode }) {
  const { permissions } = useMember()
  const address = useTrailQuery(span)
  const { query } = address
  const list = useTrailList(query)
  const [opened, setOpened] = useState<TrailRow | null>(null)
  const [undone, setUndone] = useState<TrailRow | null>(null)
  const columns = useMemo(() => columnsFor(permissions, setOpened, setUndone), [permissions])
  const undoing = opened && undoingFor(permissions, opened)
  const filtered = Boolean(query.search.trim() || query.person || query.section || query.action)

  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2 print:hidden">
        <TrailFilters address={address} />
        {list.page?.rows.length ? actions?.(query) : null}
      </div>
      <DataTable
        label="Audit trail"
        columns={columns}
        rows={list.page?.rows}
        rowKey={(row) => row.id}
        outdated={list.outdated}
        error={failureOf(list)}
        filtered={filtered}
        noMatch={<NoMatchState onClear={address.clear} />}
        empty={
          <EmptyState icon={<History size={18} />} title="No entries">
            No changes in this period.
          </EmptyState>
        }
        footer={
          list.page?.rows.length ? (
            <ListFooter
              list={list}
              range={`${countOf(list.page.rows.length, 'change')} on this page`}
              onTurn={address.turnTo}
            />
          ) : undefined
        }
      />
      {opened ? (
        <ChangeDialog
          row={opened}
          onUndo={
            undoing
              ? {
                  label: VERBS[undoing],
                  ask: () => {
                    setUndone(opened)
                    setOpened(null)
                  },
                }
              : undefined
          }
          onClose={() => setOpened(null)}
        />
      ) : null}
      {undone ? (
        <UndoDialog row={undone} undoing={undoingOf(undone) ?? 'undo'} onClose={() => setUndone(null)} />
      ) : null}
    </>
  )
}

function undoingFor(permissions: Permissions | undefined, row: TrailRow): Undoing | null {
  const allowed = permissionsFor(row).every(({ section, action }) => may(permissions, section, action))
  return allowed ? undoingOf(row) : null
}

function columnsFor(
  permissions: Permissions | undefined,
  onOpen: (row: TrailRow) => void,
  onUndo: (row: TrailRow) => void,
): readonly Column<TrailRow>[] {
  return [
    { id: 'did', header: 'What', cell: (row) => <What row={row} onOpen={onOpen} /> },
    { id: 'at', header: 'When', cell: (row) => <LocalTime at={row.at} /> },
    {
      id: 'who',
      header: 'Who',
      cell: (row) => <span className="break-all">{whoChanged(row)}</span>,
    },
    {
      id: 'undo',
      header: 'Undo',
      headerHidden: true,
      cell: (row) => {
        const undoing = undoingFor(permissions, row)
        return undoing ? (
          <Button size="sm" className="print:hidden" onClick={() => onUndo(row)}>
            {VERBS[undoing]}
            <span className="sr-only">
              : {describeChange(row).did} {describeChange(row).record}
            </span>
          </Button>
        ) : null
      },
    },
  ]
}

function What({ row, onOpen }: { row: TrailRow; onOpen: (row: TrailRow) => void }) {
  const { did, record, href } = describeChange(row)
  const one = countOfRecords(row) === 1
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm font-normal whitespace-normal">
      <p className="break-words">
        {did} <RecordLink href={href}>{record || (href && 'no name')}</RecordLink>
      </p>
      {one && row.action === 'update' ? (
        <FieldChanges action={row.action} changes={fieldChanges(row)} />
      ) : null}
      <p className="print:hidden">
        <button
          type="button"
          className="rounded-sm text-text-muted underline decoration-border-control underline-offset-2 hover:text-text"
          onClick={() => onOpen(row)}
        >
          {one ? 'Details' : 'Show the records'}
          <span className="sr-only">
            : {did} {record}
          </span>
        </button>
      </p>
    </div>
  )
}

/** Filters by search term, person, section and action. */
function TrailFilters({ address }: { address: ReturnType<typeof useTrailQuery> }) {
  const { permissions } = useMember()
  const people = useTrailPeople()
  const { query, filter } = address
  const sections = SECTIONS.filter((section) => may(permissions, section))
  return (
    <search className="grid min-w-0 flex-1 grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      <FormRow label="Search the trail" labelHidden className="max-sm:col-span-2 sm:w-56">
        <Input
          type="search"
          placeholder="Record or email"
          maxLength={100}
          value={query.search}
          onChange={(event) => address.search(event.target.value)}
        />
      </FormRow>
      <FormRow label="Person" labelHidden className="max-sm:col-span-2 sm:w-52">
        <Select
          placeholder="Everyone"
          value={query.person}
          options={(people.data ?? []).map(({ actor, email }) => ({
            value: actor,
            label: email || 'No email',
          }))}
          onChange={(event) => filter('person', event.target.value)}
        />
      </FormRow>
      <FormRow label="Section" labelHidden className="sm:w-36">
        <Select
          placeholder="All sections"
          value={query.section}
          options={sections.map((section) => ({ value: section, label: SECTION_LABELS[section] }))}
          onChange={(event) => filter('section', event.target.value)}
        />
      </FormRow>
      <FormRow label="Action" labelHidden className="sm:w-36">
        <Select
          placeholder="All actions"
          value={query.action}
          options={TRAIL_ACTIONS}
          onChange={(event) => filter('action', event.target.value)}
        />
      </FormRow>
    </search>
  )
}
