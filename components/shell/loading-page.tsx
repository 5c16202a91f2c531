import { latePart } from '@/components/ui/late-code'
import { PageSkeleton } from './page-skeleton'

/** Stands for the content of a page until its code is there. `dynamic` must see the import, so each page writes its own. */
export const loadingPage = latePart(<PageSkeleton />)
