import Link from 'next/link'
import type { ComponentProps } from 'react'
import { cn } from './cn'

/** A link in a text or a list, to a page, a mailbox or a phone number. */
export function TextLink({ className, ...props }: ComponentProps<typeof Link>) {
  return <Link className={cn('rounded-sm underline underline-offset-2', className)} {...props} />
}
