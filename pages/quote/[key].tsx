import { PublicQuotePage } from '@/components/quotes/public-quote-page'

export default function QuotePage() {
  return <PublicQuotePage />
}

/** Rendered when it is asked for, so that its header can name its inline scripts (pages/_document.tsx). */
QuotePage.getInitialProps = () => ({})
