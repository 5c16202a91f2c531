import {
  Building2,
  FileText,
  Handshake,
  Network,
  Package,
  Phone,
  Receipt,
  Router,
  UserRound,
} from 'lucide-react'
import { memo, type MouseEvent, startTransition, useEffect, useRef, useState } from 'react'
import { afterPaint } from '@/components/ui/after-paint'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { HitType, SearchHit } from '@/lib/search/hits'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'

const TYPES: Record<HitType, { label: string; icon: typeof Phone }> = {
  mac: { label: 'MAC', icon: Router },
  phone: { label: 'Phone', icon: Phone },
  company: { label: 'Company', icon: Building2 },
  tenant: { label: 'Tenant', icon: Network },
  opportunity: { label: 'Opportunity', icon: Handshake },
  service: { label: 'Service', icon: Receipt },
  inventory: { label: 'Stock', icon: Package },
  contact: { label: 'Contact', icon: UserRound },
  invoice: { label: 'Invoice', icon: FileText },
  user: { label: 'User', icon: UserRound },
  device: { label: 'Device', icon: Router },
}

/** One more than is visible. */
const FIRST_ROWS = 7

const NONE: readonly SearchHit[] = []

type ResultListProps = {
  id: string
  hits: readonly SearchHit[]
  highlighted: number
  /** Whether the highlighted hit must be scrolled into view. */
  reveal: boolean
  disabled: boolean
  onHighlight: (index: number) => void
  onChoose: (hit: SearchHit) => void
}

/** The id by which the search input names its highlighted hit (aria-activedescendant). */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The hits below the search input, which keeps focus and handles keys. At most 18.375rem high (specification section 2.3). */
export function ResultList({
  id,
  hits,
  highlighted,
  reveal,
  disabled,
  onHighlight,
  onChoose,
}: ResultListProps) {
  const list = useRef<HTMLDivElement>(null)
  // While nothing is found, the last rows stay, hidden, so that the next keystroke updates them instead of creating new ones.
  const [drawn, draw] = useState(hits)
  if (hits.length > 0 && hits !== drawn) draw(hits)
  const [followers, follow] = useState(NONE)
  // Further rows render after the first ones are painted; React would render deferred values before.
  useEffect(() => afterPaint(() => startTransition(() => follow(drawn))), [drawn])

  useEffect(() => {
    if (reveal) list.current?.children[highlighted]?.scrollIntoView({ block: 'nearest' })
  }, [reveal, highlighted, followers])

  function indexAt(event: MouseEvent): number {
    const option = (event.target as Element).closest('[role="option"]')
    return option ? [...(list.current?.children ?? [])].indexOf(option) : -1
  }

  return (
    // The input handles the keys, so the list is not a tab stop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={list}
      id={id}
      role="listbox"
      hidden={hits.length === 0}
      aria-label="Search results"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      className={cn(
        'max-h-[18.375rem] min-h-0 overflow-y-auto overscroll-contain border-t border-border',
        disabled && 'pointer-events-none opacity-60',
      )}
      // Not on mouseenter: rows scrolling under a resting pointer must not take the highlight.
      onMouseMove={(event) => {
        const index = indexAt(event)
        if (index >= 0 && index !== highlighted) onHighlight(index)
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        const hit = hits[indexAt(event)]
        if (hit && !disabled) onChoose(hit)
      }}
    >
      <Rows listId={id} hits={drawn} followers={followers} highlighted={highlighted} />
    </div>
  )
}

type RowsProps = {
  listId: string
  hits: readonly SearchHit[]
  followers: readonly SearchHit[]
  highlighted: number
}

/** Memoized, so that a keystroke costs nothing here until the hits change. */
const Rows = memo(function Rows({ listId, hits, followers, highlighted }: RowsProps) {
  return hits.slice(0, Math.max(FIRST_ROWS, followers.length)).map((hit, index) => (
    <Result
      // Keyed by position rather than by hit: updating existing rows is much faster than creating new ones, and rows have no state.
      key={index}
      id={optionId(listId, index)}
      hit={index < FIRST_ROWS ? hit : (followers[index] ?? hit)}
      highlighted={index === highlighted}
    />
  ))
})

/** Formats a number for display; the hit itself keeps the detected value (specification section 3). */
function nameOf({ type, name }: SearchHit): string {
  return (type === 'phone' && formatNorthAmericanPhone(name)) || name
}

type ResultProps = { id: string; hit: SearchHit; highlighted: boolean }

const Result = memo(function Result({ id, hit, highlighted }: ResultProps) {
  const { label, icon: Icon } = TYPES[hit.type]
  const isCode = hit.type === 'mac' || hit.type === 'tenant'
  return (
    <div
      id={id}
      role="option"
      aria-selected={highlighted}
      className={cn(
        // Rows out of view are neither laid out nor painted.
        'flex h-[3.0625rem] cursor-pointer items-center gap-3 px-4 [content-visibility:auto]',
        highlighted && 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0 text-text-muted" />
      <span className="min-w-0 flex-1">
        <span className={cn('block truncate font-medium', hit.type === 'mac' && 'code')}>
          {nameOf(hit)}
        </span>{' '}
        {hit.description ? (
          <span
            className={cn(
              'block truncate text-xs text-text-muted',
              isCode && hit.type === 'tenant' && 'code',
            )}
          >
            {hit.description}
          </span>
        ) : null}
      </span>{' '}
      <Badge tone={highlighted ? 'accent' : 'neutral'}>{label}</Badge>
    </div>
  )
})
