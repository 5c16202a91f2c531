import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useMember } from '@/hooks/use-member'
import { useCompaniesFound } from '@/hooks/use-opportunity'
import { useWrite } from '@/hooks/use-write'
import type { Company } from '@/lib/live/sources'
import { createCompany } from '@/lib/sales/create-records'
import { COMPANIES } from '@/lib/supabase/constraints'

/** Creates a customer by its name alone, and shows those with similar names. Sent again, it creates the same one. */
export function NewCompanyDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (company: Company) => void
}) {
  const write = useWrite()
  const { member } = useMember()
  const [id] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const alike = useCompaniesFound(name).data ?? []

  async function save() {
    onMade(
      await write(
        (supabase) => createCompany(supabase, { id, name, owner_id: member?.id ?? null }),
        `${name} created`,
      ),
    )
    return true
  }

  return (
    <FormDialog
      title="New company"
      description="The rest is filled in later, on the customer’s page."
      submitLabel="Create company"
      size="sm"
      dirty={typed !== ''}
      draft={null}
      ready={name !== ''}
      onSave={save}
      onClose={onClose}
    >
      <FormRow
        label="Name"
        required
        hint={
          name && alike.length > 0
            ? `Similar companies: ${alike.map((company) => company.name).join(', ')}.`
            : undefined
        }
      >
        <Input
          autoComplete="off"
          maxLength={COMPANIES.name.maxLength}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </FormRow>
    </FormDialog>
  )
}
