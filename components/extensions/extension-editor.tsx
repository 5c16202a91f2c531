import type { ReactNode } from 'react'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { SecretField } from '@/components/records/secret-field'
import { EmergencyDidField } from './emergency-did-field'
import { FollowMeFields } from './follow-me-fields'
import { ForwardingFields } from './forwarding-fields'

/** The form of an extension; its values are those of the form around it. */
export function ExtensionEditor({ resource, tenantId, recordId, stored, mayEdit }: EditorProps) {
  const fields = (...names: string[]) => <Fields of={resource} names={names} />
  return (
    <div className="flex flex-col gap-6">
      <Section title="Extension">
        {fields(
          'extension',
          'effective_caller_id_name',
          'first_name',
          'last_name',
          'description',
          'enabled',
          'listed_in_directory',
        )}
      </Section>
      <Section title="Phone login">
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
          <Note>A SIP password of 24 characters is generated when the extension is created.</Note>
        )}
      </Section>
      <Section title="Caller ID">{fields('outbound_did_id', 'effective_caller_id_number')}</Section>
      <Section title="Emergency calls">
        <EmergencyDidField tenantId={tenantId} />
        {fields('location')}
      </Section>
      <Section title="Voicemail">
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
          <Note>The voicemail PIN is set once the extension is there.</Note>
        )}
      </Section>
      <Section title="Forwarding" plain>
        <ForwardingFields extensionId={recordId} />
      </Section>
      <Section title="Follow me" plain>
        <FollowMeFields extensionId={recordId} />
      </Section>
      <Section title="Calls">
        {fields('call_timeout', 'concurrent_limit', 'recording', 'toll_class', 'hold_music_recording_id')}
      </Section>
    </div>
  )
}

function Section({
  title,
  plain = false,
  children,
}: {
  title: string
  plain?: boolean
  children: ReactNode
}) {
  return (
    <section className="flex flex-col gap-3 border-t border-border pt-4 first:border-t-0 first:pt-0">
      <h3 className="text-base font-semibold">{title}</h3>
      {plain ? children : <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>}
    </section>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="col-span-full text-sm text-text-muted">{children}</p>
}
