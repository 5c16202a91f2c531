import { PortAvailability } from '@/components/numbers/port-availability'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const PortAvailabilityPage: Page = () => <PortAvailability />
PortAvailabilityPage.getLayout = shellLayout('sales')

export default PortAvailabilityPage
