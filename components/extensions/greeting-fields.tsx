import { AudioLines } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import { Button } from '@/components/ui/button'
import { useMember } from '@/hooks/use-member'
import type { RecordValues } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'

const CreateRecording = dynamic(() =>
  import('@/components/recordings/create-recording').then((module) => module.CreateRecording),
)

/** What a mailbox says first, and when. A new greeting is uploaded or spoken here; what its owner records by phone is chosen here too. */
export function GreetingFields({ resource }: { resource: Resource }) {
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
          <Button size="sm" icon={<AudioLines aria-hidden size={14} />} onClick={() => setMaking(true)}>
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
