import { Amount } from '@/components/common/amount'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useServices } from '@/hooks/use-services'
import { failureMessage } from '@/lib/errors'

/** What a service is and costs, as it is looked up from the search. */
export function ServiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: services, error, mutate, isValidating } = useServices()
  const service = services?.find((one) => one.id === id)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={service?.name ?? 'Service'}
      description={service?.description || undefined}
      fullScreenOnPhone={false}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {service ? (
        <DescriptionList
          items={[
            { term: 'One-time price', details: <Amount value={service.one_off_price} currency="USD" /> },
            { term: 'Monthly price', details: <Amount value={service.monthly_price} currency="USD" /> },
            { term: 'For sale', details: service.active ? 'Yes' : 'No longer' },
          ]}
        />
      ) : services ? (
        <Alert role="status">This service was not found. It may have been deleted.</Alert>
      ) : error ? (
        <ErrorState
          title="The service could not be loaded"
          message={failureMessage(error)}
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  )
}
