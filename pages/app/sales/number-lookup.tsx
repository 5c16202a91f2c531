import { NumberLookup } from '@/components/numbers/number-lookup'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const NumberLookupPage: Page = () => <NumberLookup />
NumberLookupPage.getLayout = shellLayout('sales')

export default NumberLookupPage
