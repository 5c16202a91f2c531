import { FailurePage } from '@/components/failure/failure-page'

/** Prerendered, so its CSP header cannot list its inline scripts (pages/_document.tsx): it has none. */
export const config = { unstable_runtimeJS: false }

export default function ServerFailurePage() {
  return <FailurePage />
}
