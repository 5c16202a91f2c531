import Link from 'next/link'
import type { ComponentProps } from 'react'
import { cn } from './cn'

const TONES = {
  text: 'underline underline-offset-2',
  accent: 'inline-flex min-h-6 items-center text-sm font-medium text-accent-text hover:underline',
}

/** A link in a text or a list, to a page, a mailbox or a phone number; `accent` for one that stands beside a text as its action. */
export function TextLink({
  tone = 'text',
  className,
  ...props
}: ComponentProps<typeof Link> & { tone?: keyof typeof TONES }) {
  return <Link className={cn('rounded-sm', TONES[tone], className)} {...props} />
}
