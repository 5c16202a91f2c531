import '@/styles/globals.css'
import type { NextPage } from 'next'
import type { AppProps } from 'next/app'
import Head from 'next/head'
import type { ReactElement, ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { fetchJson } from '@/lib/fetcher'
import { PRODUCT_NAME } from '@/lib/product'

/** A page that may wrap itself in a layout which stays mounted while one moves between pages sharing it. */
export type PageWithLayout<Props = object> = NextPage<Props> & {
  getLayout?: (page: ReactElement) => ReactNode
}

// Specification section 9: dedupe 2 s, error retry 5 s, focus throttle 5 s.
const FETCHING_DEFAULTS = {
  fetcher: fetchJson,
  dedupingInterval: 2000,
  errorRetryInterval: 5000,
  focusThrottleInterval: 5000,
}

export default function App({ Component, pageProps }: AppProps & { Component: PageWithLayout }) {
  const withLayout = Component.getLayout ?? ((page) => page)
  return (
    <SWRConfig value={FETCHING_DEFAULTS}>
      <Head>
        <title>{PRODUCT_NAME}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      {withLayout(<Component {...pageProps} />)}
    </SWRConfig>
  )
}
