import { useRef, useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Progress } from '@/components/ui/progress'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useTenantId } from '@/hooks/use-tenant'
import { RUNNING, useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { useWrite } from '@/hooks/use-write'
import { DAY_MS } from '@/lib/dates/calendar'
import { tableNoun } from '@/lib/resources/nouns'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'
import { refusalOfMessage } from '@/lib/supabase/refusal'
import { LOST_WITH_EXTENSIONS, LOST_WITH_SWITCHES } from '@/lib/telephony/lost-voicemail'
import { whoChanged } from '@/lib/trail/activity'
import { describeChange, type Undoing } from '@/lib/trail/change'
import {
  countOfRecords,
  ENTRIES_PER_REQUEST,
  type TrailRow,
  undoChange,
  type Undone,
} from '@/lib/trail/pages'
import { countOf } from '@/lib/words'

const KEPT_NO_LONGER = `Passwords, PINs and audio are kept for ${KEPT_DAYS.dropped} days after a deletion, so any that it had are gone. Passwords that the system generates are generated again; set the others, and upload the audio again.`

/** Confirms and undoes a transaction, and reports what was left as it is. */
export function UndoDialog({
  row,
  undoing,
  onClose,
}: {
  row: TrailRow
  undoing: Undoing
  onClose: () => void
}) {
  const tenantId = useTenantId()
  const write = useWrite()
  const { run, asking } = useRecentSignIn()
  const [result, setResult] = useState<Undone | null>(null)
  const reports = useRef(false)
  const [done, setDone] = useState<number | null>(null)
  useUnsavedChanges(done !== null, { question: RUNNING })
  const verb = undoing === 'restore' ? 'Restore' : 'Undo'
  const records = countOfRecords(row)
  const one = records === 1
  const { did, record } = describeChange(row)
  const [late] = useState(() => Date.now() - Date.parse(row.at) > KEPT_DAYS.dropped * DAY_MS)

  async function undo() {
    // A single request has no progress to show.
    const tell = records > ENTRIES_PER_REQUEST ? setDone : undefined
    tell?.(0)
    const undone = await run(() =>
      write(
        (supabase) => undoChange(supabase, tenantId, row.id, tell),
        (answer) =>
          undoing === 'restore' && one
            ? `Restored ${record || `the ${tableNoun(row.table_name)}`}`
            : `${countOf(answer.undone, 'record')} undone`,
      ),
    ).finally(() => setDone(null))
    reports.current = undone.kept > 0
    if (reports.current) setResult(undone)
  }

  if (result) return <Report result={result} onClose={onClose} />
  return (
    <>
      <ConfirmDialog
        open
        // The report replaces the question.
        onOpenChange={(open) => {
          if (!open && !reports.current) onClose()
        }}
        title={
          one || record ? `${verb} ${record || tableNoun(row.table_name)}?` : `${verb} this change as one?`
        }
        confirmLabel={verb}
        tone="primary"
        zIndex={70}
        onConfirm={undo}
      >
        {undoing === 'restore'
          ? `It comes back with everything that was deleted with it${late ? '' : ', its secrets'}, and the routes that led to it, where those have not been changed since.${late ? ` ${KEPT_NO_LONGER}` : ''}`
          : `${whoChanged(row)} ${did}. What it added is deleted, and what it changed gets its earlier values back.`}{' '}
        {lostWith(row)} Whatever has been changed since stays as it is. The trail records this too.
        {done === null ? null : (
          <div className="mt-4">
            <Progress label={`Undoing ${countOf(records, 'record')}`} done={done} of={records} />
          </div>
        )}
      </ConfirmDialog>
      <ConfirmSignIn asking={asking} />
    </>
  )
}

/** What the restored records lack, and what goes with those that are deleted again. */
function lostWith({ kinds }: TrailRow): string {
  const tables = (did: string) =>
    new Set(kinds.flatMap(({ table_name, action }) => (action === did ? [table_name] : [])))
  const deleted = tables('delete')
  // A tenant's sentence tells of its extensions' voicemail.
  if (deleted.has('tenants')) deleted.delete('extensions')
  const added = tables('insert')
  return [
    ...[...deleted].flatMap((table) => LOST[table] ?? []),
    // A new tenant that has voicemail stays (private.guard_tenant_undo).
    ...(added.has('extensions') && !added.has('tenants') ? [LOST_WITH_EXTENSIONS] : []),
    ...(added.has('switches') ? [LOST_WITH_SWITCHES] : []),
  ].join(' ')
}

const LOST: Readonly<Record<string, string>> = {
  extensions: 'Voicemail that was left there was permanently deleted.',
  switches:
    'A switch needs a new secret, because the old one was never stored. Voicemail that was left there was permanently deleted, except on the switch itself.',
  tenants: 'Its calls, call recordings, voicemail and faxes were permanently deleted.',
}

function Report({ result, onClose }: { result: Undone; onClose: () => void }) {
  const { undone, kept, reasons } = result
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Some changes were not undone"
      zIndex={70}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Alert tone="warning" quiet>
        {countOf(undone, 'record')} undone. {countOf(kept, 'record')} left as{' '}
        {kept === 1 ? 'it is' : 'they are'}:
      </Alert>
      <ul className="mt-3 divide-y divide-border text-sm">
        {reasons.map(({ table_name, record_id, label, message }) => (
          <li key={`${record_id} ${message}`} className="py-1.5">
            <span className="font-medium">
              {tableNoun(table_name)} {label}
            </span>
            : {refusalOfMessage(message).message}
          </li>
        ))}
        {kept > reasons.length ? <li className="py-1.5">and {kept - reasons.length} more</li> : null}
      </ul>
    </Dialog>
  )
}
