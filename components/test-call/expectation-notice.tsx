import { Alert } from '@/components/ui/alert'
import { TextLink } from '@/components/ui/text-link'
import { useBrokenSinceWrite } from '@/hooks/use-expectations'
import { testCallPath } from '@/lib/telephony/simulator/address'

/** Shown on a tenant’s pages after a save: expectations that are no longer met. */
export function ExpectationNotice({ tenantId }: { tenantId: string }) {
  const broken = useBrokenSinceWrite(tenantId)
  if (!broken || broken.length === 0) return null
  const [first] = broken
  return (
    <Alert
      tone="warning"
      className="mb-4"
      title={
        broken.length === 1
          ? `1 expectation is broken: ${first?.expectation.name}`
          : `${broken.length} expectations are broken`
      }
      action={
        <TextLink tone="accent" href={`${testCallPath(tenantId)}#expectations`}>
          See what happens instead
        </TextLink>
      }
    >
      {broken.length === 1 ? first?.actual : broken.map(({ expectation }) => expectation.name).join(', ')}
    </Alert>
  )
}
