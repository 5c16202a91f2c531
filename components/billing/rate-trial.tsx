import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { CALL_COST, formatMoney, fromUnits } from '@/lib/billing/money'
import type { PlanRate } from '@/lib/billing/rates'
import { billedSeconds, callCost, ratedDigits, rateFor } from '@/lib/billing/rating'

/** Tells which rate a call would have and what it would cost. */
export function RateTrial({ rates, currency }: { rates: readonly PlanRate[]; currency: string }) {
  const [number, setNumber] = useState('')
  const [seconds, setSeconds] = useState('60')
  return (
    <Card title="Try a call">
      <div className="flex flex-wrap items-end gap-3">
        <FormRow label="Number dialled" className="w-56 max-sm:w-full">
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
          {outcome(number, seconds, rates, currency)}
        </p>
      </div>
    </Card>
  )
}

function outcome(number: string, seconds: string, rates: readonly PlanRate[], currency: string): string {
  if (ratedDigits(number) === '') return 'Type a number to see its rate.'
  if (!/^\d{1,6}$/.test(seconds.trim())) return 'Type whole seconds.'
  const rate = rateFor(number, rates)
  if (!rate) return 'No rate covers this number: the call is not charged.'
  const talk = Number(seconds)
  const cost = formatMoney(fromUnits(callCost(talk, rate), CALL_COST), currency, CALL_COST)
  const name = rate.description || (rate.prefix ? `+${rate.prefix}` : 'All other destinations')
  return `${name}: ${billedSeconds(talk, rate)} seconds are billed, ${cost}.`
}
