import dynamic from 'next/dynamic'
import { lateDialog } from './late-code'

/** The question before an action, whose code is loaded when it is first asked. */
export const ConfirmDialog = lateDialog(
  dynamic(() => import('./confirm-dialog').then((module) => module.ConfirmDialog)),
)
