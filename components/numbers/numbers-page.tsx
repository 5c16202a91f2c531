import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { recordsAhead } from '@/hooks/use-record-query'
import { numberInStock } from '@/lib/resources/number'
import { NumberList } from './number-list'

const loading = () => <Skeleton className="h-64" />
// What the page does not name among its chunks is not there when the browser takes the server's page over.
const PortOrderList = dynamic(() => import('./port-order-list').then((m) => m.PortOrderList), {
  loading,
  ssr: false,
})
const Reconcile = dynamic(() => import('./reconcile').then((m) => m.Reconcile), { loading, ssr: false })
const CoverageList = dynamic(() => import('./coverage-list').then((m) => m.CoverageList), {
  loading,
  ssr: false,
})

/** The stock of numbers, port orders, the comparison with a carrier's list, and carriers' coverage: a tab each. */
export function NumbersPage() {
  const router = useRouter()
  const tab = typeof router.query.tab === 'string' ? router.query.tab : 'numbers'
  return (
    <Tabs
      label="Numbers"
      selected={tab}
      // A list's own parameters mean nothing to the next one.
      onSelect={(id) => void router.push({ query: id === 'numbers' ? {} : { tab: id } })}
      tabs={[
        { id: 'numbers', label: 'Numbers', content: <NumberList /> },
        { id: 'ports', label: 'Port orders', content: <PortOrderList /> },
        { id: 'reconcile', label: 'Reconcile', content: <Reconcile /> },
        { id: 'coverage', label: 'Coverage', content: <CoverageList /> },
      ]}
    />
  )
}
NumbersPage.ahead = recordsAhead(numberInStock)
