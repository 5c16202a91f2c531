import { cn } from './cn'

/** The box shared by inputs, selects and text areas; 16 px text on phones, because iOS zooms into anything smaller. */
export function controlClass(className?: string): string {
  return cn(
    'w-full min-w-0 text-ellipsis rounded-md border border-border-control bg-surface px-2.5 text-base text-text touch:px-3 touch:text-lg',
    'hover:border-text-muted focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus',
    'aria-invalid:border-danger aria-invalid:focus:outline-danger',
    'disabled:cursor-not-allowed disabled:border-border disabled:bg-surface-sunken disabled:text-text-disabled',
    className,
  )
}

/** Height of single-line controls: 32 px, 44 px on touch screens. */
export const CONTROL_HEIGHT = 'h-8 touch:h-11'
