import type { ComponentProps } from 'react'
import { buttonClass, type ButtonIcon, type ButtonSize, type ButtonVariant } from './button-style'
import { Tooltip } from './tooltip'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  variant?: ButtonVariant
  size?: ButtonSize
} & Required<Pick<ButtonIcon, 'icon'>> &
  ButtonIcon

/** A button that shows only an icon: its label is its accessible name and its tooltip. */
export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size,
  iconSize = size === 'sm' ? 14 : 16,
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
        <Icon aria-hidden size={iconSize} />
      </button>
    </Tooltip>
  )
}
