import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { useCallPrices } from '@/hooks/use-billing'
import { CALL_COST, formatMoney } from '@/lib/billing/money'
import type { TenantCallPrice } from '@/lib/billing/rates'
import { isEmergency } from '@/lib/telephony/emergency-number'
import { shownNumber } from '@/lib/validation/phone'

/** Assumed duration of a call. */
const USUAL_MINUTES = '3'

interface CallCostProps {
  tenantId: string
  numbers: readonly string[]
  /** The number that answers; undefined if none does. */
  connected: string | undefined
}

/** The price of a call's outside numbers by the tenant's rates, and of the whole call at a given duration. */
export function CallCost(props: CallCostProps) {
  if (!props.numbers.every(isEmergency)) return <PricedCall {...props} />
  return (
    <Card title="What it costs">
      <p>Nothing: emergency calls are not charged.</p>
    </Card>
  )
}

function PricedCall({ tenantId, numbers, connected }: CallCostProps) {
  const [minutes, setMinutes] = useState(USUAL_MINUTES)
  const given = Number(minutes)
  const valid = minutes.trim() !== '' && given >= 0 && given <= 1440
  const query = useCallPrices(tenantId, numbers, Math.round((valid ? given : 0) * 60))
  return (
    <Card title="What it costs">
      <div className="flex flex-col gap-3">
        <FormRow
          label="Minutes of talk"
          error={valid ? undefined : 'Enter minutes from 0 to 1,440.'}
          className="max-w-40"
        >
          <Input inputMode="decimal" value={minutes} onChange={(event) => setMinutes(event.target.value)} />
        </FormRow>
        <Loaded
          query={query}
          title="The prices could not be loaded"
          pending={<Skeleton className="h-10 w-full" />}
          empty={
            <p className="text-text-muted">No rate of the tenant’s plan covers the numbers of this call.</p>
          }
        >
          {(prices) => (
            <>
              <ul aria-label="Prices" className="flex flex-col gap-1 text-sm">
                {numbers.map((number) => (
                  <li key={number}>
                    {shownNumber(number)}: {priceText(prices.find((price) => price.number === number))}
                  </li>
                ))}
              </ul>
              {valid ? (
                <p className="font-medium">
                  {totalText(
                    prices.find((price) => price.number === connected),
                    connected,
                  )}
                </p>
              ) : null}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function priceText(price: TenantCallPrice | undefined): string {
  if (!price) return 'no rate covers it.'
  const money = (amount: number) => formatMoney(amount, price.currency, CALL_COST)
  return `${money(price.cost_per_minute)} a minute and ${money(price.connect_fee)} to connect${price.description ? ` (${price.description})` : ''}.`
}

function totalText(price: TenantCallPrice | undefined, connected: string | undefined): string {
  if (connected === undefined) return 'Nothing is charged: nobody outside takes the call.'
  if (!price) return 'No rate covers the number that takes the call.'
  return `This call costs ${formatMoney(price.cost, price.currency, CALL_COST)}.`
}
