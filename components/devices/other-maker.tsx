import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { useProfilesOf } from '@/hooks/use-phone-configuration'
import { noFileText } from '@/lib/telephony/provisioning/vendors'

/** What it means that a phone of another maker comes. `replaced` is the maker and model of the phone that goes. */
export function OtherMaker({ replaced, maker }: { replaced: string; maker: string }) {
  const noFile = noFileText(maker)
  return (
    <Alert
      tone={noFile ? 'warning' : 'info'}
      title={`This ${maker} phone replaces a ${replaced || 'phone of another make'}`}
    >
      {noFile ??
        'Choose its model so that it gets the right configuration file. The old phone’s profile does not apply.'}
    </Alert>
  )
}

export type ProfileChoiceProps = {
  maker: string
  value: string | null
  onChange: (profile: string | null) => void
}

/** A profile that is for phones of this maker; nothing where no files are written for them. */
export function ProfileChoice({ maker, value, onChange }: ProfileChoiceProps) {
  const { data: profiles } = useProfilesOf(maker)
  if (noFileText(maker)) return null
  return (
    <FormRow
      label="Profile"
      hint={profiles?.length === 0 ? `No profile for ${maker} phones yet.` : undefined}
    >
      <Select
        options={(profiles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="None"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </FormRow>
  )
}
