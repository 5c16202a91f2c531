import { Plus, X } from 'lucide-react'
import { useController, useFormContext } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { MoveButtons } from '@/components/ui/move-buttons'
import { Switch } from '@/components/ui/switch'
import { useChildRows } from '@/hooks/use-child-rows'
import type { RecordValues } from '@/lib/records/field'
import {
  blankFollowMeTarget,
  type Follower,
  followMeTarget,
  MAX_FOLLOW_ME_TARGETS,
} from '@/lib/resources/follow-me-target'

/** Up to five targets that ring along with the extension, each after a delay and with a timeout. */
export function FollowMeFields({ extensionId }: { extensionId: string }) {
  const { control } = useFormContext<{ extension_follow_me: Follower[] }>()
  const { fields, append, remove, move } = useChildRows(control, 'extension_follow_me')
  const full = fields.length >= MAX_FOLLOW_ME_TARGETS

  return (
    <div data-part="extension_follow_me" className="flex flex-col gap-3">
      <Enabled />
      {fields.length > 0 ? (
        <ol className="flex flex-col gap-3">
          {fields.map((follower, index) => (
            <li key={follower.key} className="rounded-lg border border-border p-3">
              <fieldset className="min-w-0">
                <legend className="sr-only">{`Target ${index + 1}`}</legend>
                <div className="grid grid-cols-2 items-start gap-x-3 gap-y-2 max-sm:*:first:col-span-full sm:grid-cols-[minmax(0,1fr)_6rem_6rem_auto]">
                  <Fields
                    of={followMeTarget}
                    names={['target_destination_id', 'delay', 'timeout']}
                    at={`extension_follow_me.${index}`}
                  />
                  <span className="flex gap-0.5 sm:pt-6">
                    <MoveButtons
                      up={`Move target ${index + 1} up`}
                      down={`Move target ${index + 1} down`}
                      index={index}
                      count={fields.length}
                      onMove={(to) => move(index, to)}
                    />
                    <IconButton
                      label={`Remove target ${index + 1}`}
                      icon={X}
                      iconSize={14}
                      onClick={() => remove(index)}
                    />
                  </span>
                  <div className="col-span-full">
                    <Fields of={followMeTarget} names={['confirm']} at={`extension_follow_me.${index}`} />
                  </div>
                </div>
                {follower.target_destination_id === extensionId ? (
                  <p className="mt-1 text-sm text-danger-text">This is the extension itself.</p>
                ) : null}
              </fieldset>
            </li>
          ))}
        </ol>
      ) : null}
      <div>
        <Button
          size="sm"
          icon={Plus}
          disabled={full}
          onClick={() =>
            append({ ...blankFollowMeTarget, id: crypto.randomUUID(), position: fields.length + 1 })
          }
        >
          Add a target
        </Button>
        {full ? (
          <p className="mt-1 text-sm text-text-muted">{`At most ${MAX_FOLLOW_ME_TARGETS} targets ring.`}</p>
        ) : null}
      </div>
    </div>
  )
}

function Enabled() {
  const {
    field: { value, onChange, onBlur, ref },
  } = useController<RecordValues>({ name: 'follow_me_enabled' })
  return (
    <Switch
      ref={ref}
      label="Follow me"
      hint="The targets ring with the extension. The first to answer takes the call. They do not ring for ring groups and queues."
      checked={value === true}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
