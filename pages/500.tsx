import { FailurePage } from '@/components/failure/failure-page'

export default function ServerFailurePage() {
  return <FailurePage />
}
