import Link from 'next/link'
import type { ReactNode } from 'react'

/** A record's name, linked to its page if it has one. */
export function RecordLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return href === undefined ? (
    <span className="font-medium">{children}</span>
  ) : (
    <Link
      prefetch={false}
      href={href}
      className="rounded-sm font-medium underline decoration-border-control underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  )
}
