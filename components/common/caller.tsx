import { cn } from '@/components/ui/cn'
import { shownNumber } from '@/lib/validation/phone'

/** Who called or sent something, in a line. */
export function callerText(number: string, name: string): string {
  return [number ? shownNumber(number) : 'Unknown number', name !== number && name].filter(Boolean).join(', ')
}

/** The same in a table cell: the number above the name. */
export function Caller({ number, name, strong }: { number: string; name: string; strong?: boolean }) {
  return (
    <span className={cn('flex min-w-0 flex-col', strong && 'font-semibold')}>
      <span className="numeric">{number ? shownNumber(number) : 'Unknown number'}</span>
      {name && name !== number ? <span className="truncate text-sm text-text-muted">{name}</span> : null}
    </span>
  )
}
