import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-style'
import { Tooltip } from './tooltip'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
}

export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} describes={false}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={buttonClass({ variant, size, square: true, className })}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
