import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-style'

export type LinkButtonProps = ComponentProps<typeof Link> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A link styled as a button; its page's code is prefetched on hover. */
export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link prefetch={false} {...rest} className={buttonClass({ variant, size, className })}>
      {icon}
      {children}
    </Link>
  )
}
