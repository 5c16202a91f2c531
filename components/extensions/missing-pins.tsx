import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import { type NumberWithPin, setMissingPins } from '@/lib/telephony/extension-client'
import { countOf } from '@/lib/words'
import { NewPins } from './new-pins'

/** Assigns voicemail PINs to those of these extensions that have none. */
export function MissingPins({ numbers, onClose }: { numbers: readonly string[]; onClose: () => void }) {
  const tenantId = useCurrentTenantId()
  const write = useWrite()
  const [told, setTold] = useState<readonly NumberWithPin[] | null>(null)
  const many = countOf(numbers.length, 'extension')

  async function give() {
    setTold(await write((supabase) => setMissingPins(supabase, tenantId, numbers)))
    // It closes once the PINs have been read.
    return false
  }

  if (told) return <NewPins items={told} onClose={onClose} />
  return (
    <FormDialog
      title={`Voicemail PINs for ${many}`}
      submitLabel="Assign PINs"
      size="sm"
      dirty={false}
      draft={null}
      onSave={give}
      onClose={onClose}
    >
      <p className="text-base text-text-muted">
        Each mailbox without a PIN gets a random one, shown once. Without a PIN, a mailbox cannot be opened by
        phone. Existing PINs do not change.
      </p>
    </FormDialog>
  )
}
