import * as Radix from 'radix-ui/popover'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn'

export type PopoverProps = {
  /** A button. */
  trigger: ReactElement
  /** The accessible name of what opens. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** Content in a small layer beside its button. Import it lazily: its positioning brings about 23 kB. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'start',
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-[60] max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1rem)] animate-overlay overflow-y-auto rounded-lg bg-surface-raised p-3 shadow-overlay outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
