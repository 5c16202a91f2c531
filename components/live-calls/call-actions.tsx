import { EllipsisVertical, Headphones, PhoneForwarded, PhoneOff } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { useMember } from '@/hooks/use-member'
import { callNumber } from '@/lib/cdr/call-text'
import type { LiveCall } from '@/lib/live/live-calls'
import { may } from '@/lib/session/permissions'
import type { CallCommand } from '@/lib/telephony/calls-client'

const CallCommandDialog = dynamic(() =>
  import('./call-command-dialog').then((module) => module.CallCommandDialog),
)

/** Actions on a live call: hang up, transfer, listen in. */
export function CallActions({ call }: { call: LiveCall }) {
  const { permissions } = useMember()
  const [asked, setAsked] = useState<CallCommand | null>(null)
  const mayEdit = may(permissions, 'telephony', 'edit')
  const isListenedTo = call.state === 'talking' || call.state === 'conference'
  const entries: MenuEntry[] = [
    ...(may(permissions, 'telephony', 'listen')
      ? [
          {
            kind: 'action' as const,
            label: 'Listen…',
            icon: Headphones,
            disabled: !isListenedTo,
            onSelect: () => setAsked('listen'),
          },
        ]
      : []),
    ...(mayEdit
      ? [
          {
            kind: 'action' as const,
            label: 'Move to an extension…',
            icon: PhoneForwarded,
            onSelect: () => setAsked('move'),
          },
          {
            kind: 'action' as const,
            label: 'Hang up…',
            danger: true,
            icon: PhoneOff,
            onSelect: () => setAsked('hang_up'),
          },
        ]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton
            size="sm"
            label={`Actions for the call from ${callNumber(call.caller_number) || 'a withheld number'}`}
            icon={EllipsisVertical}
            iconSize={16}
          />
        }
        entries={entries}
      />
      {asked ? <CallCommandDialog call={call} command={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
