import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { StatusBadge } from '@/components/ui/status-badge'
import { useMember } from '@/hooks/use-member'
import { usePhonesOf } from '@/hooks/use-phones'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useAction, useWrite } from '@/hooks/use-write'
import { formatFigure } from '@/lib/figures'
import { may } from '@/lib/session/permissions'
import {
  commandPhone,
  type FailureReason,
  type PhoneCommand,
  type Phones,
  type Registration,
} from '@/lib/telephony/phones-client'
import { REASONS } from './phone-state'

const LOST: Record<string, string> = {
  expired: 'it did not renew its registration',
  unregistered: 'it signed off',
  gone: 'the switch lost it',
  staff: 'it was ended here',
}

/** What to do about a refused registration. */
const REMEDIES: Record<FailureReason, string> = {
  wrong_password:
    'The SIP password is wrong. Power-cycle the phone so that it downloads its configuration again.',
  unknown_extension: 'This tenant has no such extension. Check the account on the phone.',
  out_of_service: 'The extension is turned off. Turn it on again first.',
  blocked_address: 'Add this address to “Phones register from” in the tenant’s settings.',
}

const COMMANDS: Record<PhoneCommand, { label: string; done: string; question?: string }> = {
  ring: { label: 'Ring', done: 'The phone rings for up to 20 seconds.' },
  resync: {
    label: 'Resync',
    done: 'The phone was asked to fetch its configuration.',
    question: 'It fetches its configuration. Some phones restart if it has changed.',
  },
  reboot: {
    label: 'Restart',
    done: 'The phone was asked to restart.',
    question: 'Its calls end, and it can ring again in a minute or two.',
  },
  end: {
    label: 'End registration',
    done: 'The registration has ended.',
    question: 'It gets no calls until it registers again. Most phones do so within minutes.',
  },
}

/** The phones of an extension or a device: registrations, commands, and failed registrations. */
export function PhonesDialog({ owner, name, onClose }: { owner: string; name: string; onClose: () => void }) {
  const query = usePhonesOf(useCurrentTenantId(), owner)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={`Phones of ${name}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={query}
        empty={
          <EmptyState title="No phone has registered">
            A phone appears here once it registers with the switch, or tries to.
          </EmptyState>
        }
      >
        {(phones) => <PhoneList phones={phones} onChanged={query.retry} />}
      </Loaded>
    </Dialog>
  )
}

function PhoneList({
  phones: { registrations, failures },
  onChanged,
}: {
  phones: Phones
  onChanged: () => Promise<void>
}) {
  const { permissions } = useMember()
  const mayEdit = may(permissions, 'telephony', 'edit')
  return (
    <ul className="divide-y divide-border">
      {registrations.map((phone) => (
        <li key={phone.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
          <RegisteredPhone phone={phone} />
          {mayEdit && phone.lost_at === null ? <Actions phone={phone} onChanged={onChanged} /> : null}
        </li>
      ))}
      {failures.map(({ id, reason, address, agent, attempts, failed_at: at }) => (
        <li key={id} className="py-2">
          <p className="flex flex-wrap items-center gap-x-2">
            <StatusBadge tone="danger">{REASONS[reason]}</StatusBadge>
            <span className="min-w-0 truncate">{agent}</span>
          </p>
          <p className="text-sm text-text-muted">
            {attempts === 1 ? 'Tried once' : `Tried ${formatFigure(attempts)} times`}, last <Moment at={at} />{' '}
            from <span className="code">{address}</span>
          </p>
          <p className="text-sm">{REMEDIES[reason]}</p>
        </li>
      ))}
    </ul>
  )
}

function RegisteredPhone({ phone }: { phone: Registration }) {
  const { agent, address, port, transport, ping_ms: ping, registered_at: since, lost_at: lostAt } = phone
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-x-2">
        <StatusBadge tone={lostAt ? 'warning' : 'success'}>{lostAt ? 'Lost' : 'Registered'}</StatusBadge>
        <span className="min-w-0 truncate">{agent}</span>
      </p>
      <p className="text-sm text-text-muted">
        <span className="code">{port === null ? address : `${address}:${port}`}</span>,{' '}
        {transport.toUpperCase()}
        {ping === null ? '' : `, answers in ${ping < 10 ? ping : Math.round(ping)} ms`}
      </p>
      <p className="text-sm text-text-muted">
        {lostAt ? (
          <>
            Lost <Moment at={lostAt} />: {LOST[phone.lost_by ?? '']}
            {phone.ended_by ? ` by ${phone.ended_by}` : ''}
          </>
        ) : (
          <>
            Registered <Moment at={since} />
          </>
        )}
      </p>
    </div>
  )
}

function Actions({ phone, onChanged }: { phone: Registration; onChanged: () => Promise<void> }) {
  const write = useWrite(onChanged)
  const { act } = useAction(onChanged)
  const [asked, setAsked] = useState<PhoneCommand | null>(null)
  const { label = '', done = '', question } = asked ? COMMANDS[asked] : {}
  return (
    <div className="flex flex-wrap gap-2">
      {(['ring', 'resync', 'reboot', 'end'] as const).map((command) => (
        <Button
          key={command}
          size="sm"
          variant={command === 'end' ? 'danger' : 'secondary'}
          onClick={() =>
            COMMANDS[command].question === undefined
              ? void act((supabase) => commandPhone(supabase, phone.id, command), COMMANDS[command].done)
              : setAsked(command)
          }
        >
          {COMMANDS[command].label}
          <span className="sr-only"> {phone.agent}</span>
        </Button>
      ))}
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          zIndex={60}
          tone={asked === 'resync' ? 'primary' : 'danger'}
          title={`${label} ${phone.agent}?`}
          confirmLabel={label}
          onConfirm={() => write((supabase) => commandPhone(supabase, phone.id, asked), done)}
        >
          {question}
          {asked === 'reboot' && /^poly/i.test(phone.agent)
            ? ' A Polycom phone restarts only if its configuration has changed. To restart it anyway, turn its power off and on.'
            : null}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
