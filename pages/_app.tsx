import '@/styles/globals.css'
import type { AppProps } from 'next/app'
import Head from 'next/head'
import { SWRConfig } from 'swr'
import { FailureBoundary } from '@/components/failure/failure-boundary'
import type { Page } from '@/components/page'
import { fetchJson } from '@/lib/fetcher'
import { PRODUCT_NAME } from '@/lib/product'

// Specification section 9: dedupe 2 s, error retry 5 s, focus throttle 5 s.
const FETCHING_DEFAULTS = {
  fetcher: fetchJson,
  dedupingInterval: 2000,
  errorRetryInterval: 5000,
  focusThrottleInterval: 5000,
}

export default function App({ Component, pageProps }: AppProps & { Component: Page }) {
  const withLayout = Component.getLayout ?? ((page) => page)
  return (
    <SWRConfig value={FETCHING_DEFAULTS}>
      <Head>
        <title>{PRODUCT_NAME}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <FailureBoundary>{withLayout(<Component {...pageProps} />)}</FailureBoundary>
    </SWRConfig>
  )
}
