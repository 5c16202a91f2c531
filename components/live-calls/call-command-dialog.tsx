import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { ReferenceSelect } from '@/components/common/reference-select'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { FormRow } from '@/components/ui/form-row'
import { TenantContext } from '@/hooks/use-tenant'
import { noRefresh, useWrite } from '@/hooks/use-write'
import { callNumber } from '@/lib/cdr/call-text'
import type { LiveCall } from '@/lib/live/live-calls'
import { recordOf } from '@/lib/resources/kinds'
import { type CallCommand, commandCall } from '@/lib/telephony/calls-client'

interface CommandDialogProps {
  call: LiveCall
  command: CallCommand
  onClose: () => void
}

/** Asks for a command's input, and confirms a hangup. */
export function CallCommandDialog({ command, ...rest }: CommandDialogProps) {
  if (command === 'hang_up') return <HangUp {...rest} />
  return <ToExtension command={command} {...rest} />
}

const partiesOf = ({ caller_number: caller, called_number: called }: LiveCall) =>
  `${callNumber(caller) || 'a withheld number'} to ${callNumber(called)}`

function HangUp({ call, onClose }: Omit<CommandDialogProps, 'command'>) {
  const write = useWrite(noRefresh)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Hang up this call?"
      confirmLabel="Hang up"
      onConfirm={() => write((supabase) => commandCall(supabase, call.id, 'hang_up'), 'The call was ended.')}
    >
      The call from {partiesOf(call)} ends at once for everybody in it.
    </ConfirmDialog>
  )
}

const WORDS = {
  move: {
    title: 'Move this call',
    submit: 'Move',
    done: 'The call was moved.',
    about: 'The caller, or the outside party, is transferred to this extension.',
  },
  listen: {
    title: 'Listen to this call',
    submit: 'Ring it',
    done: 'The phone is listening.',
    about:
      'This phone rings. Whoever answers hears both sides and is not heard. The audit trail records who listened.',
  },
} as const

function ToExtension({ call, command, onClose }: CommandDialogProps & { command: 'move' | 'listen' }) {
  const write = useWrite(noRefresh)
  const [extension, setExtension] = useState<string | null>(null)
  const words = WORDS[command]

  async function save() {
    if (!extension) return false
    await write((supabase) => commandCall(supabase, call.id, command, extension), words.done)
    return true
  }

  return (
    <FormDialog
      title={words.title}
      description={`The call from ${partiesOf(call)}`}
      submitLabel={words.submit}
      size="sm"
      dirty={false}
      draft={null}
      ready={extension !== null}
      onSave={save}
      onClose={onClose}
    >
      {/* The extensions are those of the call's tenant, whatever page this is. */}
      <TenantContext value={{ id: call.tenant_id, known: NEVER }}>
        <FormRow label="Extension" required hint={words.about}>
          <ReferenceSelect required to={recordOf('extensions')} value={extension} onChange={setExtension} />
        </FormRow>
      </TenantContext>
    </FormDialog>
  )
}

/** Only the tenant's id is needed here. */
const NEVER = new Promise<never>(() => undefined)
