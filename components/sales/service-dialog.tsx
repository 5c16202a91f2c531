import { Amount } from '@/components/common/amount'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useServices } from '@/hooks/use-services'

/** A service with its prices, opened from the search. */
export function ServiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const services = useServices()
  const service = services.data?.find((one) => one.id === id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={service?.name ?? 'Service'}
      description={service?.description || undefined}
      fullScreenOnPhone={false}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded
        query={services}
        pending={<Skeleton className="h-24" />}
        title="The service could not be loaded"
      >
        {() =>
          service ? (
            <DescriptionList
              items={[
                { term: 'One-time price', details: <Amount value={service.one_off_price} currency="USD" /> },
                { term: 'Monthly price', details: <Amount value={service.monthly_price} currency="USD" /> },
                { term: 'For sale', details: service.active ? 'Yes' : 'No' },
              ]}
            />
          ) : (
            <Alert role="status">This service was not found. It may have been deleted.</Alert>
          )
        }
      </Loaded>
    </Dialog>
  )
}
