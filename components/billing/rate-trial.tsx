import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import { useCallPrice } from '@/hooks/use-billing'
import { CALL_COST, formatMoney } from '@/lib/billing/money'
import type { CallPrice } from '@/lib/billing/rates'
import { failureMessage } from '@/lib/errors'
import { ratePlanPath } from '@/lib/record-paths'
import { isEmergency } from '@/lib/telephony/emergency-number'
import { withoutSeparators } from '@/lib/validation/phone'
import { countOf } from '@/lib/words'

/** Shows the matching rate of a plan for a call, and its cost. */
export function RateTrial({ planId, currency }: { planId: string; currency: string }) {
  const [number, setNumber] = useState('')
  const [seconds, setSeconds] = useState('60')
  const problem = problemOf(number, seconds)
  const { data, error } = useCallPrice(planId, problem ? null : number.trim(), seconds.trim())
  return (
    <Card title="Try a call">
      <div className="flex flex-wrap items-end gap-3">
        <FormRow label="Number dialed" className="w-56 max-sm:w-full">
          <Input
            value={number}
            inputMode="tel"
            placeholder="+44 20 7946 0000"
            onChange={(event) => setNumber(event.target.value)}
          />
        </FormRow>
        <FormRow label="Seconds talked" className="w-36 max-sm:w-full">
          <Input value={seconds} inputMode="numeric" onChange={(event) => setSeconds(event.target.value)} />
        </FormRow>
        <p role="status" className="min-h-8 py-1.5 text-base">
          {problem ?? (error ? failureMessage(error) : outcome(data, currency))}{' '}
          {data ? (
            <TextLink href={`${ratePlanPath(planId)}?record=${data.rate_id}`}>Open this rate</TextLink>
          ) : null}
        </p>
      </div>
    </Card>
  )
}

/** Why no rate is looked up. */
function problemOf(number: string, seconds: string): string | undefined {
  if (!/[0-9]/.test(number)) return 'Enter a number to see its rate.'
  if (isEmergency(withoutSeparators(number))) return 'An emergency call: it is not charged.'
  return /^\d{1,6}$/.test(seconds.trim()) ? undefined : 'Enter whole seconds.'
}

const BILLED = { noun: 'second is', plural: 'seconds are' }

function outcome(price: CallPrice | null | undefined, currency: string): string {
  if (price === undefined) return 'Looking up the rate…'
  if (price === null) return 'No rate covers this number: the call is not charged.'
  const { prefix, description, billed_seconds, cost } = price
  const name = description || (prefix ? `+${prefix}` : 'All other destinations')
  return `${name}: ${countOf(billed_seconds, BILLED)} billed, ${formatMoney(cost, currency, CALL_COST)}.`
}
