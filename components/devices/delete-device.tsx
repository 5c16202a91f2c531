import { DeleteDialog } from '@/components/common/delete-dialog'
import type { DeleteDialogProps } from '@/components/common/delete-form'
import { KEEPS_CALLING } from '@/lib/resources/device'

/** Deletes a device; says that its phone stays in service. */
export function DeleteDevice(props: DeleteDialogProps) {
  return (
    <DeleteDialog {...props}>
      <p className="text-base text-text-muted">The phone {KEEPS_CALLING}</p>
    </DeleteDialog>
  )
}
