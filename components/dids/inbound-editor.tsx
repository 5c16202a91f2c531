import type { ReactNode } from 'react'
import type { EditorProps } from '@/components/resource/record-form'
import { ResourceField } from '@/components/resource/resource-field'
import { fieldOf, type RecordRow, type Resource } from '@/lib/resources/resource'
import type { Tables } from '@/lib/supabase/database.types'
import { DidConditions } from './did-conditions'
import { E911Record } from './e911-record'
import { OverrideFields } from './override-fields'

/** How a number behaves: where its calls go, by caller and for a time, and what happens on the way. */
export function InboundEditor({ resource, stored, mayEdit }: EditorProps) {
  return (
    <>
      <Section title="Where calls go">
        <Fields resource={resource} names={['destination_id', 'description']} />
        <DidConditions mayEdit={mayEdit} />
        <OverrideFields />
      </Section>
      {stored ? (
        <Section title="911">
          <E911Record did={stored as RecordRow & Tables<'dids'>} />
        </Section>
      ) : null}
      <Section title="On the phones">
        <Fields
          resource={resource}
          names={['caller_id_prefix', 'distinctive_ring', 'hold_music_recording_id', 'account_code']}
        />
      </Section>
      <Section title="What it is for">
        <Fields
          resource={resource}
          names={['voice', 'record', 'fax', 'emergency', 'text_messages', 'enabled']}
        />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Fields({ resource, names }: { resource: Resource; names: readonly string[] }) {
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
      {names.map((name) => {
        const field = fieldOf(resource, name)
        return field && field.kind !== 'secret' ? (
          <div key={name} className="min-w-0">
            <ResourceField field={field} />
          </div>
        ) : null
      })}
    </div>
  )
}
