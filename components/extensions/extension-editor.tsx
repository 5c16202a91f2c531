import { AudioLines } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { SecretField } from '@/components/common/secret-field'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Button } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { FormSection } from '@/components/ui/form-section'
import { lateDialog } from '@/components/ui/late-code'
import { useEmergencyNumbers } from '@/hooks/use-extensions'
import { useMember } from '@/hooks/use-member'
import { useTenantId } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import type { RecordValues } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'
import { callerIdName } from '@/lib/telephony/extension-name'
import { shownNumber } from '@/lib/validation/phone'
import { FollowMeFields } from './follow-me-fields'
import { ForwardingFields } from './forwarding-fields'
import { RenumberedPhones } from './renumbered-phones'

/** The form of an extension; its values are in the surrounding form. */
export function ExtensionEditor({ resource, recordId, stored, mayEdit }: EditorProps) {
  const fields = (...names: string[]) => <Fields of={resource} names={names} />
  const number = useWatch<RecordValues>({ name: 'extension' })
  useNameOfPerson()
  return (
    <div className="flex flex-col gap-6">
      <FormSection title="Extension" columns>
        {fields(
          'extension',
          'effective_caller_id_name',
          'first_name',
          'last_name',
          'description',
          'enabled',
          'listed_in_directory',
        )}
        {stored && number !== stored.extension ? (
          <div className="col-span-full">
            <RenumberedPhones number={String(stored.extension)} />
          </div>
        ) : null}
      </FormSection>
      <FormSection title="Phone login" columns>
        {stored ? (
          <SecretField
            table="extensions"
            owner={recordId}
            section="telephony"
            field="sip_password"
            label="SIP password"
            generate="password"
            replacing="The current one stops working as soon as you press Set or save. The phones are asked at once to fetch the new one. Until then they cannot call, not even 911. Restart those that stay unregistered."
            removing="As soon as you press Remove, the phones stop ringing and cannot call, not even 911."
            disabled={!mayEdit}
          />
        ) : (
          <Note>A 24-character SIP password is generated when the extension is created.</Note>
        )}
      </FormSection>
      <FormSection title="Caller ID" columns>
        {fields('outbound_did_id', 'effective_caller_id_number')}
      </FormSection>
      <FormSection title="Emergency calls" columns>
        <EmergencyDidField />
        {fields('location')}
      </FormSection>
      <FormSection title="Voicemail" columns>
        {fields('voicemail_enabled', 'voicemail_email', 'voicemail_attach', 'voicemail_keep')}
        {stored ? (
          <SecretField
            table="extensions"
            owner={recordId}
            section="telephony"
            field="voicemail_pin"
            label="Voicemail PIN"
            hint="4 to 10 digits, not all the same and not in sequence."
            generate="pin"
            disabled={!mayEdit}
          />
        ) : (
          <Note>You can set the voicemail PIN after you save the extension.</Note>
        )}
      </FormSection>
      <FormSection title="Voicemail greeting" columns>
        <GreetingFields resource={resource} />
      </FormSection>
      <FormSection title="Forwarding">
        <ForwardingFields extensionId={recordId} />
      </FormSection>
      <FormSection title="Follow me">
        <FollowMeFields extensionId={recordId} />
      </FormSection>
      <FormSection title="Calls" columns>
        {fields('call_timeout', 'concurrent_limit', 'recording', 'toll_class', 'hold_music_recording_id')}
      </FormSection>
    </div>
  )
}

/** The caller ID name follows the first and last name while it is the same. An empty one is filled in as it is saved. */
function useNameOfPerson() {
  const { getValues, setValue } = useFormContext<RecordValues>()
  const [first, last] = useWatch<RecordValues>({ name: ['first_name', 'last_name'] })
  const name = callerIdName({ first_name: String(first).trim(), last_name: String(last).trim() })
  const before = useRef(name)
  useEffect(() => {
    if (before.current && name !== before.current && getValues('effective_caller_id_name') === before.current)
      setValue('effective_caller_id_name', name, { shouldDirty: true })
    before.current = name
  }, [name, getValues, setValue])
}

function Note({ children }: { children: ReactNode }) {
  return <p className="col-span-full text-sm text-text-muted">{children}</p>
}

const NONE = 'none'

/** The number that 911 calls are made from: only numbers with a confirmed address are offered. */
function EmergencyDidField() {
  const {
    field: { value, onChange },
    fieldState,
  } = useController<RecordValues>({ name: 'emergency_did_id' })
  const query = useEmergencyNumbers(useTenantId())
  const numbers = query.data
  const chosen = numbers?.find(({ id }) => id === value)
  const textOf = ({ number, description }: { number: string; description: string }) =>
    `${shownNumber(number)} ${description}`.trim()

  return (
    <FormRow
      part="emergency_did_id"
      label="Emergency caller ID"
      error={fieldState.error?.message}
      hint={
        numbers?.length === 0
          ? 'No number has a confirmed 911 address yet. Register one of the inbound numbers first.'
          : 'Where a dispatcher sends help and calls back. Only numbers with a confirmed 911 address.'
      }
    >
      <Combobox
        value={(value as string | null) ?? NONE}
        text={value ? (chosen ? textOf(chosen) : numbers ? 'Not confirmed, or porting out' : '…') : 'None'}
        muted={!value}
        searchLabel="Find a number"
        failure={query.error && !numbers ? failureMessage(query.error) : undefined}
        retry={query.retry}
        options={
          numbers && [
            { value: NONE, label: 'None' },
            ...numbers.map((did) => ({ value: did.id, label: textOf(did), keywords: did.number })),
          ]
        }
        onSelect={(id) => onChange(id === NONE ? null : id)}
      />
    </FormRow>
  )
}

const CreateRecording = lateDialog(
  dynamic(() => import('@/components/recordings/create-recording').then((module) => module.CreateRecording)),
)

/**
 * The mailbox greetings and their hours. A new greeting is uploaded or synthesized here; one recorded by phone can be selected too.
 */
function GreetingFields({ resource }: { resource: Resource }) {
  const { setValue } = useFormContext<RecordValues>()
  const { permissions } = useMember()
  const [isMaking, setMaking] = useState(false)
  const names = [
    'greeting_recording_id',
    'greeting_time_condition_id',
    'closed_greeting_recording_id',
    'away_greeting_recording_id',
    'away_until',
  ]
  return (
    <>
      {may(permissions, 'telephony', 'create') ? (
        <div className="col-span-full">
          <Button size="sm" icon={AudioLines} onClick={() => setMaking(true)}>
            New greeting
          </Button>
        </div>
      ) : null}
      <Fields of={resource} names={names} />
      {isMaking ? (
        <CreateRecording
          onClose={() => setMaking(false)}
          onCreated={(id) => setValue('greeting_recording_id', id, { shouldDirty: true })}
        />
      ) : null}
    </>
  )
}
