import type { ReactNode } from 'react'

type MessagePageProps = { title: string; children: ReactNode; actions: ReactNode }

/** A full-page message with a link, for when there is nothing else to show. */
export function MessagePage({ title, children, actions }: MessagePageProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-4 p-6">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="text-lg text-text-muted">{children}</p>
      <div className="flex flex-wrap gap-2 pt-2">{actions}</div>
    </main>
  )
}
