import dynamic from 'next/dynamic'
import { lateDialog } from '@/components/ui/late-code'

/** The form of a new record, loaded when it is first opened from a picker. */
export const CreateRecord = lateDialog(
  dynamic(() => import('./create-record').then((module) => module.CreateRecord)),
)
