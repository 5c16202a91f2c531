import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { NumbersPage } from '@/components/numbers/numbers-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const AllNumbersPage: Page = () => (
  <NuqsAdapter>
    <NumbersPage />
  </NuqsAdapter>
)
AllNumbersPage.getLayout = shellLayout('numbers')

export default AllNumbersPage
