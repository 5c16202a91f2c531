import { cn } from '@/components/ui/cn'
import { CENTS, formatMoney } from '@/lib/billing/money'

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
