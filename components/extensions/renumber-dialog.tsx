import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { UsesList } from '@/components/common/uses-list'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useWrite } from '@/hooks/use-write'
import { extension } from '@/lib/resources/extension'
import { type ExtensionRow, renumberExtension } from '@/lib/telephony/extension-client'
import { extensionNumber } from '@/lib/telephony/plan-number'
import { RenumberedPhones } from './renumbered-phones'

/** Renumbers an extension, and shows which references follow. */
export function RenumberDialog({ row, onClose }: { row: ExtensionRow; onClose: () => void }) {
  const write = useWrite()
  const [number, setNumber] = useState(row.extension)
  const [problem, setProblem] = useState<string>()

  async function renumber() {
    const newNumber = number.trim()
    const wrong =
      newNumber === row.extension
        ? 'This is already its number.'
        : extensionNumber.safeParse(newNumber).error?.issues[0]?.message
    setProblem(wrong)
    if (wrong) return false
    await write(
      (supabase) => renumberExtension(supabase, row, newNumber),
      `${extension.label(row)} is now ${newNumber}`,
    )
    return true
  }

  return (
    <FormDialog
      title={`Renumber ${extension.label(row)}`}
      submitLabel="Renumber"
      dirty={number !== row.extension}
      draft={null}
      onSave={renumber}
      onClose={onClose}
    >
      <FormRow label="New number" required error={problem} hint="Its voicemail moves with it.">
        <Input
          inputMode="numeric"
          maxLength={7}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </FormRow>
      <RenumberedPhones number={row.extension} quiet />
      <UsesList
        resource={extension}
        id={row.id}
        tone="info"
        title="These still route to it"
        empty={<p className="text-sm text-text-muted">Nothing refers to it.</p>}
      />
    </FormDialog>
  )
}
