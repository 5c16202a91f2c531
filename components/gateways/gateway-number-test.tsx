import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import type { RecordValues } from '@/lib/records/field'
import { gatewayNumber } from '@/lib/telephony/gateway-number'
import { dialedDigits } from '@/lib/telephony/outbound'

/** Type a number and see what the gateway in the form would be sent, and shown as the caller's number. */
export function GatewayNumberTest() {
  const values = useWatch<RecordValues>() as RecordValues
  const [typed, setTyped] = useState('')
  const resultId = useId()
  const digits = dialedDigits(typed)
  const format = { number_format: String(values.number_format), prefix: String(values.prefix) }
  return (
    <section className="grid items-start gap-x-4 gap-y-3 rounded-lg border border-border p-3 sm:grid-cols-2">
      <h3 className="col-span-full text-base font-semibold">Test a number</h3>
      <FormRow
        label="Number"
        error={typed !== '' && digits === undefined ? 'This number cannot be dialed.' : undefined}
      >
        <Input
          type="tel"
          autoComplete="off"
          placeholder="(207) 555-0142"
          aria-controls={resultId}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </FormRow>
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
