import Link from 'next/link'
import { PRODUCT_NAME } from '@/lib/product'

export default function NotFoundPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-prose flex-col justify-center gap-4 p-6">
      <h1 className="text-2xl font-semibold">This page does not exist</h1>
      <p>The address may be mistyped, or what was here has been moved or deleted.</p>
      <p>
        <Link href="/app" className="underline">
          Go to {PRODUCT_NAME}
        </Link>
      </p>
    </main>
  )
}
