import { type KeyboardEvent, useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { NO_VALUE } from '@/lib/figures'
import type { PhoneKey } from '@/lib/telephony/provisioning/configuration'
import { KEY_TYPE_LABELS, type KeyGroup, keyName } from '@/lib/telephony/provisioning/key-rows'

/** A key on the diagram. */
export interface PicturedKey extends PhoneKey {
  /** Whether it is unprogrammed or comes from the profile. */
  inherited: boolean
  problem?: string
}

export type KeyPictureProps = {
  /** Model name, shown on the screen. */
  model: string
  group: KeyGroup
  keyAt: (position: number) => PicturedKey
  selected: number
  onSelect: (position: number) => void
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * A phone's keys in their physical arrangement: beside the screen, or in rows. One is selected; arrow keys, Home and End move the
 * selection.
 */
export function KeyPicture({ model, group, keyAt, selected, onSelect }: KeyPictureProps) {
  const picture = useRef<HTMLDivElement>(null)
  const { positions, category } = group
  const current = positions.includes(selected) ? selected : positions[0]
  const half = Math.ceil(positions.length / 2)

  function move(event: KeyboardEvent) {
    const step = STEPS[event.key]
    const at = positions.indexOf(current ?? 0)
    const target =
      event.key === 'Home'
        ? positions[0]
        : event.key === 'End'
          ? positions.at(-1)
          : step && positions[at + step]
    if (!target) return
    event.preventDefault()
    onSelect(target)
    picture.current?.querySelector<HTMLElement>(`[data-position="${target}"]`)?.focus()
  }

  const draw = (position: number) => (
    <Key
      key={position}
      shown={keyAt(position)}
      selected={position === selected}
      reachable={position === current}
      onSelect={() => onSelect(position)}
      onMove={move}
    />
  )
  const box = 'rounded-xl border border-border bg-surface-sunken p-3'
  if (category !== 'line') {
    return (
      <div
        ref={picture}
        role="group"
        aria-label={group.name}
        className={cn(box, 'grid grid-cols-2 gap-1.5 sm:grid-cols-3')}
      >
        {positions.map(draw)}
      </div>
    )
  }
  return (
    <div
      ref={picture}
      role="group"
      aria-label={group.name}
      className={cn(box, 'grid grid-cols-2 gap-2 sm:grid-cols-[1fr_7rem_1fr]')}
    >
      <div className="flex flex-col gap-1.5">{positions.slice(0, half).map(draw)}</div>
      <div
        aria-hidden
        className="grid min-h-24 place-content-center rounded-md border border-border bg-surface text-center text-sm text-text-muted max-sm:order-first max-sm:col-span-2 max-sm:min-h-14"
      >
        <span className="font-medium text-text">{model}</span>
        <span className="text-xs">{group.name.split(', ')[1] ?? 'Screen'}</span>
      </div>
      <div className="flex flex-col gap-1.5">{positions.slice(half).map(draw)}</div>
    </div>
  )
}

function Key({
  shown,
  selected,
  reachable,
  onSelect,
  onMove,
}: {
  shown: PicturedKey
  selected: boolean
  reachable: boolean
  onSelect: () => void
  onMove: (event: KeyboardEvent) => void
}) {
  const { type, position, label, value, line, inherited, problem } = shown
  const text = type === 'line' ? label || `Line ${line}` : label || value || KEY_TYPE_LABELS[type]
  const dialed = type === 'line' ? line : value
  const what = type === 'none' ? 'nothing' : `${KEY_TYPE_LABELS[type]} ${dialed}`.trim()
  const name = [`${keyName(shown)}: ${what}`, label, problem && 'incomplete'].filter(Boolean).join(', ')
  return (
    <button
      type="button"
      data-position={position}
      tabIndex={reachable ? 0 : -1}
      aria-pressed={selected}
      onClick={onSelect}
      onKeyDown={onMove}
      className={cn(
        'flex min-h-8 w-full min-w-0 items-center gap-2 rounded-md border px-2 text-left text-sm touch:min-h-11',
        selected
          ? 'border-accent bg-accent-soft text-accent-text'
          : 'border-border-control bg-surface hover:bg-surface-hover',
        problem && 'border-warning!',
        inherited && 'border-dashed',
      )}
    >
      <span className="sr-only">{name}</span>
      <span aria-hidden className="numeric w-5 shrink-0 text-xs text-text-muted">
        {position}
      </span>
      <span aria-hidden className={cn('truncate', type === 'none' && 'text-text-muted')}>
        {type === 'none' ? NO_VALUE : text}
      </span>
    </button>
  )
}
