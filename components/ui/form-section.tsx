import type { ReactNode } from 'react'

interface FormSectionProps {
  title: string
  /** Whether the fields are side by side where there is room. */
  columns?: boolean
  children: ReactNode
}

/** A titled section of a form. */
export function FormSection({ title, columns = false, children }: FormSectionProps) {
  return (
    <section className="flex flex-col gap-3 border-t border-border pt-4 first:border-t-0 first:pt-0">
      <h3 className="text-base font-semibold">{title}</h3>
      {columns ? <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div> : children}
    </section>
  )
}
