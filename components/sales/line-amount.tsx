import { Amount } from '@/components/common/amount'
import { NO_VALUE } from '@/lib/figures'

/** An amount in US dollars; a dash for zero. */
export function LineAmount({ amount }: { amount: number | string }) {
  return Number(amount) === 0 ? (
    <span className="text-text-muted">{NO_VALUE}</span>
  ) : (
    <Amount value={Number(amount)} currency="USD" />
  )
}
