import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { type UnknownPhones as Phones, useUnknownPhones } from '@/hooks/use-unknown-phones'
import { formatFigure } from '@/lib/figures'
import { modelOfAgent, type PhoneModel } from '@/lib/telephony/provisioning/models'
import { vendorOfMac } from '@/lib/telephony/provisioning/vendors'

type OnAdd = (phone: { mac: string; model?: PhoneModel }) => void

/**
 * Phones that requested a file but are not devices, each with a button to add it to the tenant, and phones that tried to register as an
 * extension that the tenant does not have.
 */
export function UnknownPhones({
  onAdd,
  onClose,
}: {
  /** Absent for users who may not add devices. */
  onAdd?: OnAdd
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Unknown phones"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={useUnknownPhones()}
        empty={
          <EmptyState title="No unknown phones">
            A phone shows up here once it knows the provisioning address and asks for its file, or tries to
            register as an extension that this tenant does not have.
          </EmptyState>
        }
      >
        {({ requests, failures }) => (
          <div className="flex flex-col gap-5">
            {requests.length > 0 ? <Requests phones={requests} onAdd={onAdd} /> : null}
            {failures.length > 0 ? <Failures phones={failures} /> : null}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Requests({ phones, onAdd }: { phones: Phones['requests']; onAdd: OnAdd | undefined }) {
  return (
    <section>
      <h3 className="text-base font-semibold">Without a device</h3>
      <p className="text-sm text-text-muted">
        They requested a configuration file, but no tenant has them as a device.
      </p>
      <ul className="divide-y divide-border">
        {phones.map(({ id, tenant_id, mac, requests, last_requested_at: at, address, agent }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-x-2">
                <span className="code font-medium">{mac}</span>
                <span>{vendorOfMac(mac) ?? 'Unknown vendor'}</span>
                {tenant_id ? <Badge tone="success">Signed in as this tenant</Badge> : null}
              </p>
              <p className="text-sm text-text-muted">
                {requests === 1 ? 'Requested once' : `Requested ${formatFigure(requests)} times`}, last{' '}
                <Moment at={at} /> from <span className="code">{address}</span>
              </p>
              {agent ? <p className="truncate text-sm text-text-muted">{agent}</p> : null}
            </div>
            {onAdd ? (
              <Button size="sm" onClick={() => onAdd({ mac, model: modelOfAgent(agent) })}>
                Add to this tenant<span className="sr-only"> {mac}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Failures({ phones }: { phones: Phones['failures'] }) {
  return (
    <section>
      <h3 className="text-base font-semibold">Without an extension</h3>
      <p className="text-sm text-text-muted">
        They tried to register as an extension that this tenant does not have. Check the account on the phone,
        or add the extension.
      </p>
      <ul className="divide-y divide-border">
        {phones.map(({ id, account, attempts, failed_at: at, address, agent }) => (
          <li key={id} className="py-2">
            <p className="code truncate font-medium">{account}</p>
            <p className="text-sm text-text-muted">
              {attempts === 1 ? 'Tried once' : `Tried ${formatFigure(attempts)} times`}, last{' '}
              <Moment at={at} /> from <span className="code">{address}</span>
            </p>
            {agent ? <p className="truncate text-sm text-text-muted">{agent}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
