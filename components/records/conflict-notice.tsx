import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Conflict } from '@/hooks/use-record-save'
import type { RecordValues } from '@/lib/records/field'
import { displayText, type Names } from '@/lib/records/field-text'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'

/** Says that someone else has saved meanwhile, and what differs. Nothing is lost until one of the two is chosen. */
export function ConflictNotice({
  resource,
  conflict,
  mine,
  names,
  working,
  onTakeTheirs,
  onOverwrite,
}: {
  resource: Resource
  conflict: Conflict
  mine: RecordValues
  names: Names
  working: boolean
  onTakeTheirs: () => void
  onOverwrite: () => void
}) {
  return (
    <Alert
      tone="warning"
      title="Someone else has saved this record since you opened it"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onTakeTheirs} disabled={working}>
            Take theirs
          </Button>
          <Button size="sm" variant="danger" onClick={onOverwrite} loading={working}>
            Overwrite with mine
          </Button>
        </div>
      }
    >
      {conflict.columns.length > 0 ? (
        <>
          <p>What you typed is kept. These fields differ:</p>
          <ul className="mt-1 flex flex-col gap-1">
            {conflict.columns.map((column) => (
              <li key={column}>
                <span className="font-medium">{columnLabel(resource, column)}</span>
                {Array.isArray(mine[column]) ? null : (
                  <>
                    {': theirs '}
                    <q>{displayText(fieldOf(resource, column), conflict.theirs[column], names)}</q>
                    {', yours '}
                    <q>{displayText(fieldOf(resource, column), mine[column], names)}</q>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>What you changed is the same in both.</p>
      )}
    </Alert>
  )
}
