import { Amount } from '@/components/common/amount'

/** An amount of a line in US dollars; a dash for nothing. */
export function LineAmount({ amount }: { amount: number | string }) {
  return Number(amount) === 0 ? (
    <span className="text-text-muted">–</span>
  ) : (
    <Amount value={Number(amount)} currency="USD" />
  )
}
