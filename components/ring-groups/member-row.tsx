import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fields } from '@/components/records/fields'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/icon-button'
import { MoveButtons } from '@/components/ui/move-buttons'
import { ringGroupMember } from '@/lib/resources/ring-group-member'

/** The columns are too narrow for words. */
const SECONDS = { delay: { label: 'Delay, s', hint: '' }, timeout: { label: 'Rings, s', hint: '' } }

export type MemberRowProps = {
  index: number
  count: number
  label: string
  /** Why it does not ring; undefined when it does. */
  silence: string | undefined
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
        <Fields of={ringGroupMember} names={['delay', 'timeout']} at={at} instead={SECONDS} />
        <div className="col-span-full flex flex-wrap gap-x-4 sm:col-auto sm:mt-6 sm:h-8 sm:items-center">
          <Fields of={ringGroupMember} names={['confirm', 'enabled']} at={at} />
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
