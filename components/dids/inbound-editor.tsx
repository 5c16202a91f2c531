import type { ReactNode } from 'react'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import type { RecordRow } from '@/lib/records/field'
import type { Tables } from '@/lib/supabase/database.types'
import { DidConditions } from './did-conditions'
import { E911Record } from './e911-record'
import { OverrideFields } from './override-fields'

/** How a number behaves: where its calls go, by caller and for a time, and what happens on the way. */
export function InboundEditor({ resource, stored, mayEdit }: EditorProps) {
  return (
    <>
      <Section title="Where calls go">
        <Grid>
          <Fields of={resource} names={['destination_id', 'description']} />
        </Grid>
        <DidConditions mayEdit={mayEdit} />
        <OverrideFields />
      </Section>
      {stored ? (
        <Section title="911">
          <E911Record did={stored as RecordRow & Tables<'dids'>} />
        </Section>
      ) : null}
      <Section title="On the phones">
        <Grid>
          <Fields
            of={resource}
            names={['caller_id_prefix', 'distinctive_ring', 'hold_music_recording_id', 'account_code']}
          />
        </Grid>
      </Section>
      <Section title="What it is for">
        <Grid>
          <Fields of={resource} names={['voice', 'record', 'fax', 'emergency', 'text_messages', 'enabled']} />
        </Grid>
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

function Grid({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>
}
