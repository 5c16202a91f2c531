import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonIcon, type ButtonSize, type ButtonVariant, buttonClass } from './button-style'
import { cn } from './cn'
import { Spinner } from './spinner'

export type ButtonProps = ComponentProps<'button'> &
  ButtonIcon & {
    variant?: ButtonVariant
    size?: ButtonSize
    /** Shows a spinner over the label, keeping the width; clicks and form submission are ignored meanwhile. */
    loading?: boolean
  }

/**
 * A button; `type` is "button" unless said otherwise. While loading it keeps its name and the focus, so that
 * nobody is thrown back to the top of the page when the work is done.
 */
export function Button({
  variant,
  size,
  loading = false,
  icon: Icon,
  iconSize = 14,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={click}
    >
      <span className={cn('inline-flex min-w-0 items-center gap-[inherit]', loading && 'opacity-0')}>
        {Icon ? <Icon aria-hidden size={iconSize} /> : null}
        {children}
      </span>
      {loading ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
    </button>
  )
}
