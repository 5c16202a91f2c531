import { useId } from 'react'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useProfilesOf } from '@/hooks/use-phone-configuration'
import { modelsOf } from '@/lib/telephony/provisioning/models'
import { noFileText } from '@/lib/telephony/provisioning/vendors'

export type OtherMakerProps = {
  /** Maker and model of the phone that goes. */
  replaced: string
  maker: string
  model: string
  error: string | undefined
  profile: string | null
  onModel: (model: string) => void
  onProfile: (profile: string | null) => void
}

/** Asks what a phone of another maker is: its model, and a profile that is for such phones. */
export function OtherMaker({ replaced, maker, model, error, profile, onModel, onProfile }: OtherMakerProps) {
  const listId = useId()
  const { data: profiles } = useProfilesOf(maker)
  const noFile = noFileText(maker)
  return (
    <>
      <Alert
        tone={noFile ? 'warning' : 'info'}
        title={`This ${maker} phone replaces a ${replaced || 'phone of another make'}`}
      >
        {noFile ??
          'Choose its model so that it gets the right configuration file. The old phone’s profile does not apply.'}
      </Alert>
      <FormRow label="Model" error={error} required>
        <Input
          list={listId}
          autoComplete="off"
          maxLength={64}
          value={model}
          onChange={(event) => onModel(event.target.value)}
        />
      </FormRow>
      <datalist id={listId}>
        {modelsOf(maker).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {noFile ? null : (
        <FormRow
          label="Profile"
          hint={profiles?.length === 0 ? `No profile for ${maker} phones yet.` : undefined}
        >
          <Select
            options={(profiles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            placeholder="None"
            value={profile ?? ''}
            onChange={(event) => onProfile(event.target.value || null)}
          />
        </FormRow>
      )}
    </>
  )
}
