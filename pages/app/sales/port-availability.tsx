import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const PortAvailability = lazyPage(() =>
  import('@/components/numbers/port-availability').then((module) => module.PortAvailability),
)

const PortAvailabilityPage: Page = () => <PortAvailability />
PortAvailabilityPage.getLayout = shellLayout('sales')

export default PortAvailabilityPage
