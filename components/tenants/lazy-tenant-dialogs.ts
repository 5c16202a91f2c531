import dynamic from 'next/dynamic'
import { lateDialog } from '@/components/ui/late-code'

/** The dialogs of a tenant as a whole, whose code is loaded when they are first opened. */
export const NewTenantDialog = lateDialog(
  dynamic(() => import('./new-tenant-dialog').then((module) => module.NewTenantDialog)),
)
export const SuspendDialog = lateDialog(
  dynamic(() => import('./suspend-dialog').then((module) => module.SuspendDialog)),
)
