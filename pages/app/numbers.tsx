import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const NumbersPage = lazyPage(() =>
  import('@/components/numbers/numbers-page').then((module) => module.NumbersPage),
)

const AllNumbersPage: Page = () => (
  <NuqsAdapter>
    <NumbersPage />
  </NuqsAdapter>
)
AllNumbersPage.getLayout = shellLayout('numbers')

export default AllNumbersPage
