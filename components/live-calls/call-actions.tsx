import { Headphones, PhoneForwarded, PhoneOff } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { lateDialog } from '@/components/ui/late-code'
import type { MenuEntry } from '@/components/ui/menu'
import { RowMenu } from '@/components/ui/row-menu'
import { useMember } from '@/hooks/use-member'
import { callNumber } from '@/lib/cdr/call-text'
import type { LiveCall } from '@/lib/live/live-calls'
import { may } from '@/lib/session/permissions'
import type { CallCommand } from '@/lib/telephony/calls-client'

const CallCommandDialog = lateDialog(
  dynamic(() => import('./call-command-dialog').then((module) => module.CallCommandDialog)),
)

export type Ask = (call: LiveCall, command: CallCommand) => void

/** The dialog of a call's action. A list draws it outside of its rows, which come and go with the calls. */
export function useCallCommand(): { ask: Ask; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ call: LiveCall; command: CallCommand } | null>(null)
  return {
    ask: (call, command) => setAsked({ call, command }),
    dialog: asked ? <CallCommandDialog {...asked} onClose={() => setAsked(null)} /> : null,
  }
}

/** Actions on a live call: hang up, transfer, listen in. */
export function CallActions({ call, onAsk }: { call: LiveCall; onAsk: Ask }) {
  const { permissions } = useMember()
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
            onSelect: () => onAsk(call, 'listen'),
          },
        ]
      : []),
    ...(mayEdit
      ? [
          {
            kind: 'action' as const,
            label: 'Move to an extension…',
            icon: PhoneForwarded,
            onSelect: () => onAsk(call, 'move'),
          },
          {
            kind: 'action' as const,
            label: 'Hang up…',
            danger: true,
            icon: PhoneOff,
            onSelect: () => onAsk(call, 'hang_up'),
          },
        ]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <RowMenu
      label={`Actions for the call from ${callNumber(call.caller_number) || 'a withheld number'}`}
      entries={entries}
    />
  )
}
