import type { ReactNode } from 'react'
import type { EditorProps } from '@/components/resource/record-form'
import { ResourceField } from '@/components/resource/resource-field'
import { SecretField } from '@/components/resource/secret-field'
import { fieldOf, type Resource } from '@/lib/resources/resource'
import { EmergencyDidField } from './emergency-did-field'
import { FollowMeFields } from './follow-me-fields'
import { ForwardingFields } from './forwarding-fields'

/** The form of an extension; its values are those of the form around it. */
export function ExtensionEditor({ resource, tenantId, recordId, stored, mayEdit }: EditorProps) {
  const field = (name: string, wide?: boolean) => <FieldOf resource={resource} name={name} wide={wide} />
  return (
    <div className="flex flex-col gap-6">
      <Section title="Extension">
        {field('extension')}
        {field('effective_caller_id_name')}
        {field('first_name')}
        {field('last_name')}
        {field('description', true)}
        {field('enabled')}
        {field('listed_in_directory')}
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
      <Section title="Caller ID">
        {field('outbound_did_id')}
        {field('effective_caller_id_number')}
      </Section>
      <Section title="Emergency calls">
        <EmergencyDidField tenantId={tenantId} />
        {field('location')}
      </Section>
      <Section title="Voicemail">
        {field('voicemail_enabled')}
        {field('voicemail_email')}
        {field('voicemail_attach')}
        {field('voicemail_keep')}
        {stored ? (
          <SecretField
            table="extensions"
            owner={recordId}
            section="telephony"
            field="voicemail_pin"
            label="Voicemail PIN"
            hint="4 to 10 digits, not all alike and not in sequence."
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
        {field('call_timeout')}
        {field('concurrent_limit')}
        {field('recording')}
        {field('toll_class')}
        {field('hold_music_recording_id')}
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

function FieldOf({ resource, name, wide }: { resource: Resource; name: string; wide?: boolean }) {
  const field = fieldOf(resource, name)
  if (!field || field.kind === 'secret') return null
  return (
    <div className={wide ? 'col-span-full' : 'min-w-0'}>
      <ResourceField field={field} />
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="col-span-full text-sm text-text-muted">{children}</p>
}
