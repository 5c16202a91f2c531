import { Command } from 'cmdk'
import { Check, ListPlus } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { useState } from 'react'
import { formatFigure } from '@/lib/figures'
import { hasWords, typedWords, unaccented } from '@/lib/unaccented'
import { cn } from './cn'
import type { ComboboxAction, ComboboxOption, ComboboxPanelProps } from './combobox-option'

/** Maximum options rendered at once; typing finds the rest. */
const SHOWN = 50

const ITEM =
  'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-base outline-none select-none data-[selected=true]:bg-surface-active aria-disabled:text-text-disabled touch:min-h-11'

/** The list opened by Combobox. Not for direct use. */
export function ComboboxPanel({ id, open, onOpenChange, onClosed, triggerId, ...list }: ComboboxPanelProps) {
  return (
    // Modal, so that the list can scroll over a modal dialog.
    <Radix.Root open={open} onOpenChange={onOpenChange} modal>
      <Radix.Anchor asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={list.searchLabel}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            document.getElementById(triggerId)?.focus()
            onClosed?.()
          }}
          className="z-[60] flex max-h-[min(22rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-64 max-w-[calc(100vw-1rem)] animate-overlay flex-col overflow-hidden rounded-lg bg-surface-raised shadow-overlay outline-none"
        >
          <Choices id={id} {...list} close={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Choices({
  id,
  options: loaded,
  value,
  onSelect,
  onSelectAll,
  searchLabel,
  actions,
  emptyText = 'Nothing matches.',
  failure,
  retry,
  onType,
  more = false,
  loading = false,
  close,
}: Omit<ComboboxPanelProps, 'open' | 'onOpenChange' | 'onClosed' | 'triggerId'> & { close: () => void }) {
  const [typed, setTyped] = useState('')
  const options = failure ? [] : loaded
  const found = matching(options ?? [], typed)
  const shown = found.slice(0, SHOWN)
  const groups = [...new Set(shown.map(({ group }) => group))]
  const all: ComboboxAction[] =
    onSelectAll && !more && found.length > 1
      ? [
          {
            label: `Add all ${formatFigure(found.length)}${typed.trim() ? ' found' : ''}`,
            icon: ListPlus,
            onSelect: () => onSelectAll(found.map((option) => option.value)),
          },
        ]
      : []
  const again: ComboboxAction = { label: 'Try again', onSelect: () => void retry?.() }
  const own = [...(failure ? [again] : []), ...(actions?.(typed.trim()) ?? [])]
  const offered = [...all, ...own]
  const [highlighted, highlight] = useState('')
  const isEmpty = shown.length === 0
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  if (isEmpty !== wasEmpty) {
    setWasEmpty(isEmpty)
    // Without options, cmdk highlights the first action, and keeps it when options arrive: Enter would not choose what matches.
    const first = shown.find((option) => !option.disabled)
    if (first && highlighted === valueOf(own[0])) highlight(first.value)
  }

  function choose(run: () => void) {
    close()
    run()
  }

  return (
    <Command
      shouldFilter={false}
      label={searchLabel}
      loop
      value={highlighted}
      onValueChange={highlight}
      className="flex min-h-0 flex-col"
    >
      <Command.Input
        value={typed}
        onValueChange={(text) => {
          setTyped(text)
          onType?.(text)
        }}
        placeholder={searchLabel}
        className="h-10 shrink-0 border-b border-border bg-transparent px-3 text-base outline-none focus-visible:outline-none touch:h-12 touch:text-lg"
      />
      <Command.List id={id} label={searchLabel} className="min-h-0 overflow-y-auto p-1">
        {shown.length === 0 ? (
          <p role="status" className="px-2 py-3 text-sm text-text-muted">
            {failure ?? (options && !loading ? emptyText : 'Loading…')}
          </p>
        ) : null}
        {groups.map((group) => (
          <Command.Group
            key={group ?? ''}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-muted"
          >
            {shown
              .filter((option) => option.group === group)
              .map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled && option.value !== value}
                  onSelect={() =>
                    onSelectAll ? onSelect(option.value) : choose(() => onSelect(option.value))
                  }
                  className={ITEM}
                >
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  {option.note ? (
                    <span className="shrink-0 text-sm text-text-muted">{option.note}</span>
                  ) : null}
                  <Check
                    aria-hidden
                    size={14}
                    className={cn('shrink-0', option.value !== value && 'invisible')}
                  />
                </Command.Item>
              ))}
          </Command.Group>
        ))}
        {more || found.length > SHOWN ? (
          <p className="px-2 py-1.5 text-sm text-text-muted">
            {more ? 'Many' : formatFigure(found.length - SHOWN)} more. Type to find them.
          </p>
        ) : null}
        {offered.length > 0 ? (
          <Command.Group className={shown.length > 0 ? 'mt-1 border-t border-border pt-1' : undefined}>
            {offered.map((action) => (
              <Command.Item
                key={action.label}
                value={valueOf(action)}
                onSelect={() => choose(action.onSelect)}
                className={cn(ITEM, 'text-accent-text')}
              >
                {action.icon ? <action.icon aria-hidden size={14} /> : null}
                <span className="min-w-0 truncate">{action.label}</span>
              </Command.Item>
            ))}
          </Command.Group>
        ) : null}
      </Command.List>
    </Command>
  )
}

/** The options that contain every typed word, with or without accents, those whose label starts with the typed text first. */
function matching(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const start = typedWords(typed).join(' ')
  if (start === '') return [...options]
  const hits = options.filter(({ label, keywords = '', group = '' }) =>
    hasWords(`${label} ${keywords} ${group}`, typed),
  )
  const begins = ({ label }: ComboboxOption) => unaccented(label).toLowerCase().startsWith(start)
  return [...hits.filter(begins), ...hits.filter((option) => !begins(option))]
}

/** What cmdk knows an action by. */
const valueOf = (action: ComboboxAction | undefined) => `action ${action?.label}`
