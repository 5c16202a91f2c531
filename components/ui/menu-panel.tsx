import { Check } from 'lucide-react'
import Link from 'next/link'
import * as Radix from 'radix-ui/dropdown-menu'
import { useRef } from 'react'
import { cn } from './cn'
import type { MenuEntry, MenuPanelProps } from './menu-entry'

const ITEM =
  'flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-md px-2 text-base outline-none select-none data-highlighted:bg-surface-active data-disabled:text-text-disabled touch:min-h-11'

/** The list opened by Menu. Not for direct use. */
export function MenuPanel({ id, open, onOpenChange, triggerId, entries }: MenuPanelProps) {
  const chosen = useRef<(() => void) | null>(null)
  const leftFor = useRef<EventTarget | null>(null)

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      {/* Radix positions the list at its own trigger; the visible button existed before radix was loaded. */}
      <Radix.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-labelledby={triggerId}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          onInteractOutside={(event) => {
            const button = document.getElementById(triggerId)
            // The button's own click closes the menu.
            if (event.target instanceof Node && button?.contains(event.target)) event.preventDefault()
            else leftFor.current = event.target
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!leftFor.current) document.getElementById(triggerId)?.focus()
            leftFor.current = null
            chosen.current?.()
            chosen.current = null
          }}
          className="z-[60] max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-[calc(100vw-1rem)] animate-overlay overflow-y-auto rounded-lg bg-surface-raised p-1 shadow-overlay outline-none"
        >
          {entries.map((entry, index) => (
            <Entry
              key={index}
              entry={entry}
              choose={(run) => {
                chosen.current = run
              }}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Entry({ entry, choose }: { entry: MenuEntry; choose: (run: () => void) => void }) {
  switch (entry.kind) {
    case 'separator':
      return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />
    case 'text':
      return <div className="px-2 py-1.5 text-sm break-words text-text-muted">{entry.content}</div>
    case 'link':
      return (
        <Radix.Item asChild className={ITEM}>
          <Link href={entry.href}>
            {entry.icon ? <entry.icon aria-hidden size={14} /> : null}
            {entry.label}
          </Link>
        </Radix.Item>
      )
    case 'action':
      return (
        <Radix.Item
          disabled={entry.disabled}
          onSelect={() => choose(entry.onSelect)}
          className={cn(ITEM, entry.danger && 'text-danger-text data-highlighted:bg-danger-soft')}
        >
          {entry.icon ? <entry.icon aria-hidden size={14} /> : null}
          {entry.label}
        </Radix.Item>
      )
    case 'choice':
      return (
        <Radix.RadioGroup
          aria-label={entry.label}
          value={entry.value}
          onValueChange={(value) =>
            entry.closes ? choose(() => entry.onChange(value)) : entry.onChange(value)
          }
        >
          <Radix.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-text-muted">
            {entry.label}
          </Radix.Label>
          {entry.options.map((option) => (
            <Radix.RadioItem
              key={option.value}
              value={option.value}
              className={ITEM}
              onSelect={(event) => void (entry.closes || event.preventDefault())}
            >
              {option.icon ? <option.icon aria-hidden size={14} /> : null}
              <span className="flex-1">{option.label}</span>
              <Radix.ItemIndicator>
                <Check aria-hidden size={14} />
              </Radix.ItemIndicator>
            </Radix.RadioItem>
          ))}
        </Radix.RadioGroup>
      )
  }
}
