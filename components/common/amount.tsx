import { cn } from '@/components/ui/cn'
import { CENTS, formatMoney } from '@/lib/billing/money'

/** Money on one line, in figures of equal width; set `places` for prices below a cent. */
export function Amount({
  value,
  currency,
  places = CENTS,
  className,
}: {
  value: number
  currency: string
  places?: number
  className?: string
}) {
  return (
    <span className={cn('numeric whitespace-nowrap', className)}>{formatMoney(value, currency, places)}</span>
  )
}
