import type { ReactNode } from 'react'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { SecretField } from '@/components/records/secret-field'
import { FormSection } from '@/components/ui/form-section'
import { EmergencyDidField } from './emergency-did-field'
import { FollowMeFields } from './follow-me-fields'
import { ForwardingFields } from './forwarding-fields'
import { GreetingFields } from './greeting-fields'

/** The form of an extension; its values are those of the form around it. */
export function ExtensionEditor({ resource, tenantId, recordId, stored, mayEdit }: EditorProps) {
  const fields = (...names: string[]) => <Fields of={resource} names={names} />
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
        <EmergencyDidField tenantId={tenantId} />
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

function Note({ children }: { children: ReactNode }) {
  return <p className="col-span-full text-sm text-text-muted">{children}</p>
}
