import Link from 'next/link'
import type { ComponentProps } from 'react'
import { buttonClass, type ButtonIcon, type ButtonSize, type ButtonVariant } from './button-style'

export type LinkButtonProps = ComponentProps<typeof Link> &
  ButtonIcon & {
    variant?: ButtonVariant
    size?: ButtonSize
  }

/** A link styled as a button; its page's code is prefetched on hover. */
export function LinkButton({
  variant,
  size,
  icon: Icon,
  iconSize = 14,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link prefetch={false} {...rest} className={buttonClass({ variant, size, className })}>
      {Icon ? <Icon aria-hidden size={iconSize} /> : null}
      {children}
    </Link>
  )
}
