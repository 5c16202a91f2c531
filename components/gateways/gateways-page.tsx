import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DialedInput } from '@/components/common/dialed-input'
import { ResourcePage } from '@/components/records/resource-page'
import { SuperadminNav } from '@/components/staff/superadmin-nav'
import { prefetchRecords } from '@/hooks/use-record-query'
import type { RecordValues } from '@/lib/records/field'
import { gateway } from '@/lib/resources/gateway'
import { dialedDigits } from '@/lib/telephony/dialed-number'
import { gatewayNumber } from '@/lib/telephony/gateway-number'
import { DeleteGateway } from './delete-gateway'

/** The SIP trunks of all tenants. */
export function GatewaysPage() {
  return (
    <ResourcePage
      resource={gateway}
      above={<SuperadminNav />}
      sections={GatewayNumberTest}
      deleteDialog={DeleteGateway}
      cells={{
        host: ({ host, port, transport }) => (
          <span className="code min-w-0 wrap-anywhere max-sm:whitespace-normal">
            {host}:{port} {transport.toUpperCase()}
          </span>
        ),
        channels: ({ channels }) => channels ?? 'No limit',
      }}
      emptyText="Without a gateway, no calls go out or come in."
    />
  )
}
GatewaysPage.ahead = prefetchRecords(gateway)

/** Tests which number the gateway in the form would be sent, and which caller ID. */
function GatewayNumberTest() {
  const values = useWatch<RecordValues>() as RecordValues
  const [typed, setTyped] = useState('')
  const resultId = useId()
  const digits = dialedDigits(typed)
  const format = { number_format: String(values.number_format), prefix: String(values.prefix) }
  return (
    <section className="grid items-start gap-x-4 gap-y-3 rounded-lg border border-border p-3 sm:grid-cols-2">
      <h3 className="col-span-full text-base font-semibold">Test a number</h3>
      <DialedInput label="Number" value={typed} onChange={setTyped} resultId={resultId} />
      <p id={resultId} role="status" className="self-end pb-1.5">
        {digits === undefined ? (
          <span className="text-text-muted">Shows what is sent to this gateway.</span>
        ) : (
          <>
            Sent as <span className="code">{gatewayNumber(format, typed)}</span>
          </>
        )}
      </p>
    </section>
  )
}
