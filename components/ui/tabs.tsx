import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cn } from './cn'

export type Tab = { id: string; label: ReactNode; content: ReactNode }

export type TabsProps = {
  /** What the tabs divide, for screen readers. */
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
}

/**
 * Views of one thing, of which one is shown; arrow keys, Home and End select. Only the selected content is
 * rendered. For pages with an address of their own use links instead.
 */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === selected),
  )

  function move(event: KeyboardEvent) {
    const last = tabs.length - 1
    const targets: Record<string, number> = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    const tab = target === undefined ? undefined : tabs[target]
    if (target === undefined || !tab) return
    event.preventDefault()
    onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus()
  }

  return (
    <div className="min-w-0">
      <div className="overflow-x-auto border-b border-border">
        <div ref={list} role="tablist" aria-label={label} className="flex w-max gap-4">
          {tabs.map((tab, index) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-tab-${tab.id}`}
              aria-selected={index === current}
              aria-controls={index === current ? `${base}-panel` : undefined}
              tabIndex={index === current ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              onKeyDown={move}
              className={cn(
                'h-9 border-b-2 px-0.5 text-base font-medium whitespace-nowrap focus-visible:-outline-offset-2 touch:h-11',
                index === current
                  ? 'border-accent-text text-text'
                  : 'border-transparent text-text-muted hover:border-border-control hover:text-text',
              )}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      <div
        id={`${base}-panel`}
        role="tabpanel"
        aria-labelledby={`${base}-tab-${tabs[current]?.id}`}
        tabIndex={0}
        className="rounded-sm pt-4"
      >
        {tabs[current]?.content}
      </div>
    </div>
  )
}
