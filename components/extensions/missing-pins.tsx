import { chunk } from 'es-toolkit/array'
import { useRef, useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Progress } from '@/components/ui/progress'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { RUNNING, useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { useWrite } from '@/hooks/use-write'
import { failureMessage, isUnanswered } from '@/lib/errors'
import { type NumberWithPin, type SealedPin, setMissingPins } from '@/lib/telephony/extension-client'
import { countOf } from '@/lib/words'
import { LEAVING, NewPins } from './new-pins'

/** Extensions per request: a second or two of work, after which progress shows. */
const AT_ONCE = 200

/** Assigns voicemail PINs to those of these extensions that have none. */
export function MissingPins({ numbers, onClose }: { numbers: readonly string[]; onClose: () => void }) {
  const tenantId = useCurrentTenantId()
  const write = useWrite()
  const [done, setDone] = useState<number | null>(null)
  const [newPins, setNewPins] = useState<{ items: readonly NumberWithPin[]; failure?: string } | null>(null)
  // Whether PINs may be set already that are shown only when it is closed, or assigned again.
  const [unread, setUnread] = useState(false)
  const working = done !== null
  useUnsavedChanges((working || unread) && newPins === null, { question: working ? RUNNING : LEAVING })
  const [run] = useState(() => crypto.randomUUID())
  // Assigning them again after a lost answer assigns the same, and tells those that were stored before.
  const chosen = useRef(new Map<string, SealedPin>())
  const told = useRef({ items: new Map<string, NumberWithPin>(), failure: '' })
  const many = countOf(numbers.length, 'extension')

  async function give() {
    const { items } = told.current
    await write(async (supabase) => {
      setDone(0)
      try {
        for (const some of chunk(numbers, AT_ONCE)) {
          for (const item of await setMissingPins(supabase, tenantId, some, run, chosen.current))
            items.set(item.number, item)
          setDone((before) => (before ?? 0) + some.length)
        }
      } catch (error) {
        setDone(null)
        if (items.size > 0 || isUnanswered(error)) setUnread(true)
        told.current.failure = failureMessage(error)
        throw error
      }
    })
    setNewPins({ items: [...items.values()] })
    // It closes once the PINs have been read.
    return false
  }

  function close() {
    const { items, failure } = told.current
    // PINs that are set already can only be read now.
    if (items.size > 0) setNewPins({ items: [...items.values()], failure })
    else onClose()
  }

  if (newPins) return <NewPins {...newPins} onClose={onClose} />
  return (
    <FormDialog
      title={`Voicemail PINs for ${many}`}
      submitLabel="Assign PINs"
      size="sm"
      dirty={false}
      draft={null}
      onSave={give}
      onClose={close}
    >
      <p className="text-base text-text-muted">
        Each mailbox without a PIN gets a random one, shown once. Without a PIN, a mailbox cannot be opened by
        phone. Existing PINs do not change.
      </p>
      {done === null ? null : (
        <Progress
          label="Assigning PINs"
          // A single request has no progress to show.
          done={numbers.length > AT_ONCE ? done : undefined}
          of={numbers.length}
        />
      )}
    </FormDialog>
  )
}
