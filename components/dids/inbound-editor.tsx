import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { FormSection } from '@/components/ui/form-section'
import type { RecordRow } from '@/lib/records/field'
import type { Tables } from '@/lib/supabase/database.types'
import { DidConditions } from './did-conditions'
import { E911Record } from './e911-record'
import { OverrideFields } from './override-fields'

/** How a number behaves: where its calls go, by caller and for a time, and what happens on the way. */
export function InboundEditor({ resource, stored, mayEdit }: EditorProps) {
  return (
    <>
      <FormSection title="Where calls go">
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
          <Fields of={resource} names={['destination_id', 'description']} />
        </div>
        <DidConditions mayEdit={mayEdit} />
        <OverrideFields />
      </FormSection>
      {stored ? (
        <FormSection title="911">
          <E911Record did={stored as RecordRow & Tables<'dids'>} />
        </FormSection>
      ) : null}
      <FormSection title="On the phones" columns>
        <Fields
          of={resource}
          names={['caller_id_prefix', 'distinctive_ring', 'hold_music_recording_id', 'account_code']}
        />
      </FormSection>
      <FormSection title="What it is for" columns>
        <Fields of={resource} names={['voice', 'record', 'fax', 'emergency', 'text_messages', 'enabled']} />
      </FormSection>
    </>
  )
}
