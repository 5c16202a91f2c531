import { FailurePage } from '@/components/failure/failure-page'

/** Built once, so its header cannot name its inline scripts (pages/_document.tsx): it has none. */
export const config = { unstable_runtimeJS: false }

export default function ServerFailurePage() {
  return <FailurePage />
}
