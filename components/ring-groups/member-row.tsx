import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainField } from '@/components/resource/plain-field'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/icon-button'
import { MoveButtons } from '@/components/ui/move-buttons'

export type MemberRowProps = {
  index: number
  count: number
  label: string
  /** Why it does not ring; undefined when it does. */
  silence: string | undefined
  /** Drags the row. */
  handle: ReactNode
  onMove: (to: number) => void
  onRemove: () => void
}

/** One member of a ring group: its times, whether it confirms, and its place. */
export function MemberRow({ index, count, label, silence, handle, onMove, onRemove }: MemberRowProps) {
  const at = `ring_group_members.${index}`
  return (
    <div className="flex items-start gap-2 rounded-md border border-border bg-surface p-2">
      <span className="sm:mt-3">{handle}</span>
      <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_6rem_6rem_auto_auto]">
        <p className="col-span-full flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 sm:col-auto sm:mt-3 touch:min-h-11">
          <span className="truncate font-medium">{label}</span>
          {silence ? <Badge tone="warning">{silence}</Badge> : null}
        </p>
        <PlainField
          name={`${at}.delay`}
          field={{ name: 'delay', label: 'Delay, s', kind: 'number', min: 0, max: 300 }}
        />
        <PlainField
          name={`${at}.timeout`}
          field={{ name: 'timeout', label: 'Rings, s', kind: 'number', min: 1, max: 300 }}
        />
        <div className="col-span-full flex flex-wrap gap-x-4 sm:col-auto sm:mt-6 sm:h-8 sm:items-center">
          <PlainField name={`${at}.confirm`} field={{ name: 'confirm', label: 'Confirm', kind: 'switch' }} />
          <PlainField name={`${at}.enabled`} field={{ name: 'enabled', label: 'On', kind: 'switch' }} />
        </div>
        <div className="col-span-full flex gap-1 max-sm:justify-end sm:col-auto sm:mt-6">
          <MoveButtons
            up={`Move ${label} up`}
            down={`Move ${label} down`}
            index={index}
            count={count}
            onMove={onMove}
            size="sm"
          />
          <IconButton
            size="sm"
            variant="ghost"
            label={`Remove ${label}`}
            icon={<X aria-hidden size={14} />}
            onClick={onRemove}
          />
        </div>
      </div>
    </div>
  )
}
