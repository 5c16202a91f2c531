import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import type { RecordValues } from '@/lib/records/field'
import { type ExtensionRow, type NumberWithPin, setMissingPins } from '@/lib/telephony/extension-client'
import { countOf } from '@/lib/words'
import { NewPins } from './new-pins'

export function MissingPins({ rows, onClose }: { rows: readonly ExtensionRow[]; onClose: () => void }) {
  return <PinsDialog numbers={rows.map(({ extension }) => extension)} onClose={onClose} />
}

export function MissingPinsAfterImport({
  added,
  onClose,
}: {
  added: readonly RecordValues[]
  onClose: () => void
}) {
  return <PinsDialog numbers={added.map(({ extension }) => String(extension))} onClose={onClose} />
}

function PinsDialog({ numbers, onClose }: { numbers: readonly string[]; onClose: () => void }) {
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
