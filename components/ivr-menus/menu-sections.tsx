import { useWatch } from 'react-hook-form'
import type { EditorProps } from '@/components/records/record-form'
import type { TypedOption } from '@/lib/resources/ivr-menu-option'
import type { RoutingIvrMenu } from '@/lib/telephony/tenant-routing'
import { MenuOptions } from './menu-options'
import { MenuTreeSection } from './menu-tree-section'

/** Under a menu's fields: its options, and the tree that they make. */
export function MenuSections({ mayEdit, recordId }: EditorProps) {
  const values = useWatch() as Omit<RoutingIvrMenu, 'id' | 'options'> & { ivr_menu_options: TypedOption[] }
  const options = values.ivr_menu_options.flatMap(({ destination_id, ...option }) =>
    destination_id ? [{ ...option, destination_id }] : [],
  )
  return (
    <>
      <MenuOptions mayEdit={mayEdit} />
      <MenuTreeSection menu={{ ...values, id: recordId, options }} />
    </>
  )
}
