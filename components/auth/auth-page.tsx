import type { ReactNode } from 'react'
import { ProductMark } from '@/components/shell/product-mark'
import { PRODUCT_NAME } from '@/lib/product'

/** The frame of pages before sign-in. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[12vh] pb-8">
      <div className="w-full max-w-88">
        <div className="mb-5 flex items-center justify-center gap-2.5 text-lg font-semibold">
          <ProductMark size={28} />
          {PRODUCT_NAME}
        </div>
        <div className="rounded-xl border border-border bg-surface p-5 shadow-card sm:p-6">
          <h1 className="mb-4 text-xl font-semibold">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  )
}
