import { Amount } from '@/components/common/amount'

/** An amount in US dollars; a dash for zero. */
export function LineAmount({ amount }: { amount: number | string }) {
  return Number(amount) === 0 ? (
    <span className="text-text-muted">–</span>
  ) : (
    <Amount value={Number(amount)} currency="USD" />
  )
}
