import * as Radix from 'radix-ui/tabs'
import type { ComponentProps, ReactNode } from 'react'
import { bringIntoStrip } from './bring-into-view'

export type Tab = {
  id: string
  label: ReactNode
  content: ReactNode
  /** Whether the content keeps what is typed in it while another tab is selected. */
  kept?: boolean
}

export type TabsProps = {
  /** Label of the tab list, for screen readers. */
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
}

/**
 * Tabs, one of which is shown; arrow keys, Home and End select. Only the selected content, and what is kept, is rendered. For pages with
 * their own address use links.
 */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const current = tabs.find((tab) => tab.id === selected) ?? tabs[0]
  return (
    <Radix.Root value={current?.id ?? ''} onValueChange={onSelect} className="min-w-0">
      <div data-strip className="overflow-x-auto border-b border-border">
        {/* The CSP forbids style attributes in a page's HTML (docs/decisions/115). */}
        <Radix.List
          aria-label={label}
          className="flex w-max gap-4 outline-none"
          style={{ outline: undefined }}
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.id}
              value={tab.id}
              ref={tab.id === current?.id ? bringIntoStrip : undefined}
              className="h-9 border-b-2 border-transparent px-0.5 text-base font-medium whitespace-nowrap text-text-muted hover:border-border-control hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent-text data-[state=active]:text-text touch:h-11"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map(({ id, content, kept }) =>
        id === current?.id || kept ? (
          <Radix.Content
            key={id}
            value={id}
            forceMount={kept || undefined}
            hidden={id !== current?.id}
            className="rounded-sm pt-4"
            asChild
          >
            <Panel>{content}</Panel>
          </Radix.Content>
        ) : null,
      )}
    </Radix.Root>
  )
}

/** Drops a style that suppresses a first animation, because there is none. */
function Panel({ style: _, ...props }: ComponentProps<'div'>) {
  return <div {...props} />
}
