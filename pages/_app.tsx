import '@/components/ui/history-address'
import '@/components/ui/history-place'
import '@/styles/globals.css'
import type { AppProps } from 'next/app'
import Head from 'next/head'
import { Suspense, useEffect } from 'react'
import { FailureBoundary } from '@/components/failure/failure-boundary'
import type { Page } from '@/components/shell/page'
import { replayEarlyInput } from '@/components/ui/replay-early-input'
import { PRODUCT_NAME } from '@/lib/product'

// Without this, zod first tries whether it may compile code, which the CSP forbids and the browser reports as an attack.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export default function App({ Component, pageProps }: AppProps & { Component: Page }) {
  const withLayout = Component.getLayout ?? ((page) => page)
  return (
    <>
      <Head>
        <title>{PRODUCT_NAME}</title>
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
      </Head>
      <Suspense>
        <FailureBoundary>{withLayout(<Component {...pageProps} />)}</FailureBoundary>
        <EarlyInput />
      </Suspense>
    </>
  )
}

function EarlyInput(): null {
  useEffect(replayEarlyInput, [])
  return null
}
