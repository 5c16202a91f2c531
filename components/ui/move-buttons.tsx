import { ArrowDown, ArrowUp } from 'lucide-react'
import { cn } from './cn'
import { IconButton, type IconButtonProps } from './icon-button'

export type MoveButtonsProps = Pick<IconButtonProps, 'size'> & {
  up: string
  down: string
  /** The row's index, and the number of rows. */
  index: number
  count: number
  onMove: (to: number) => void
}

/** Moves a row up and down. The button at an end remains focusable, so that keyboard users keep their focus. */
export function MoveButtons({ up, down, index, count, onMove, size }: MoveButtonsProps) {
  function button(label: string, icon: IconButtonProps['icon'], to: number) {
    const end = to < 0 || to >= count
    return (
      <IconButton
        size={size}
        label={label}
        icon={icon}
        iconSize={14}
        aria-disabled={end || undefined}
        className={cn(end && 'text-text-disabled! hover:bg-transparent!')}
        onClick={() => (end ? undefined : onMove(to))}
      />
    )
  }
  return (
    <>
      {button(up, ArrowUp, index - 1)}
      {button(down, ArrowDown, index + 1)}
    </>
  )
}
