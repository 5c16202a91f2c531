import type { ReactNode } from 'react'
import { formatFigure } from '@/lib/figures'
import { cn } from './cn'

interface FirstItemsProps<Item> {
  items: readonly Item[]
  /** How many are drawn. */
  most: number
  /** Of the last item, which counts the rest. */
  className?: string
  /** Draws an item as a list item with a key. */
  children: (item: Item) => ReactNode
}

/** The first items of a list, and how many more there are. */
export function FirstItems<Item>({ items, most, className, children }: FirstItemsProps<Item>) {
  const more = items.length - most
  return (
    <>
      {items.slice(0, most).map(children)}
      {more > 0 ? <li className={cn('text-text-muted', className)}>and {formatFigure(more)} more</li> : null}
    </>
  )
}
