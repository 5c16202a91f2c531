import '@/components/ui/history-address'
import '@/styles/globals.css'
import type { AppProps } from 'next/app'
import Head from 'next/head'
import { useEffect } from 'react'
import { FailureBoundary } from '@/components/failure/failure-boundary'
import type { Page } from '@/components/shell/page'
import { replayEarlyInput } from '@/components/ui/replay-early-input'
import { PRODUCT_NAME } from '@/lib/product'

export default function App({ Component, pageProps }: AppProps & { Component: Page }) {
  useEffect(replayEarlyInput, [])
  const withLayout = Component.getLayout ?? ((page) => page)
  return (
    <>
      <Head>
        <title>{PRODUCT_NAME}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <FailureBoundary>{withLayout(<Component {...pageProps} />)}</FailureBoundary>
    </>
  )
}
