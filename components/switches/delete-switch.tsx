import type { DeleteDialogProps } from '@/components/common/delete-form'
import { DeleteWithVoicemail } from '@/components/common/delete-with-voicemail'

/** Deletes a switch, with the messages of all tenants that were left on it. */
export function DeleteSwitch(props: DeleteDialogProps) {
  return (
    <DeleteWithVoicemail {...props} left={{ switch_id: props.row.id }} from=", except on the switch itself" />
  )
}
