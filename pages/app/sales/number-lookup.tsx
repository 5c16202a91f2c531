import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const NumberLookup = lazyPage(() =>
  import('@/components/numbers/number-lookup').then((module) => module.NumberLookup),
)

const NumberLookupPage: Page = () => <NumberLookup />
NumberLookupPage.getLayout = shellLayout('sales')

export default NumberLookupPage
