import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

/** On small screens: a button with the current page's name that unfolds the tenant's navigation. */
export function TenantPageMenu({ current, children }: { current: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <Button
        ref={button}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="w-full justify-between *:w-full *:justify-between"
      >
        <span className="truncate">
          <span className="sr-only">Page: </span>
          {current}
        </span>
        <ChevronDown aria-hidden size={16} className={cn('shrink-0', open && 'rotate-180')} />
      </Button>
      <div
        id={panel}
        hidden={!open}
        className="mt-2 rounded-lg border border-border bg-surface p-2 shadow-card"
      >
        {children}
      </div>
    </div>
  )
}
