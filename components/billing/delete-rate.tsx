import { DeleteDialog } from '@/components/common/delete-dialog'
import type { DeleteDialogProps } from '@/components/common/delete-form'
import { CHARGED_AFTER_RATES } from '@/lib/billing/rates'

/** Deletes a rate; says first what that does to calls, because no record refers to a rate. */
export function DeleteRate(props: DeleteDialogProps) {
  return <DeleteDialog {...props} unused={CHARGED_AFTER_RATES} />
}
