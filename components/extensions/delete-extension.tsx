import type { DeleteDialogProps } from '@/components/common/delete-form'
import { DeleteWithVoicemail } from '@/components/common/delete-with-voicemail'
import { useCurrentTenantId } from '@/hooks/use-tenant'

/** Deletes an extension, with its mailbox. */
export function DeleteExtension(props: DeleteDialogProps) {
  const left = { tenant_id: useCurrentTenantId(), extension_id: props.row.id }
  return <DeleteWithVoicemail {...props} left={left} from=", on the switch too" />
}
