import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { lateDialog } from '@/components/ui/late-code'
import type { MenuEntry } from '@/components/ui/menu'
import { useMember } from '@/hooks/use-member'
import { useAction } from '@/hooks/use-write'
import { notify } from '@/lib/browser/notify'
import { tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { askForNumber, type RegisteredNumber } from '@/lib/telephony/emergency-registration'
import { shownNumber } from '@/lib/validation/phone'
import type { E911Step } from './e911-dialog'

const E911Dialog = lateDialog(dynamic(() => import('./e911-dialog').then((module) => module.E911Dialog)))

type Number = Pick<RegisteredNumber, 'id' | 'tenant_id' | 'number' | 'version' | 'e911_state'>
export type E911Entries = (row: Number) => readonly MenuEntry[]

/** The possible steps of a number's 911 registration, as menu items. */
export function E911Steps({
  onTenantPage = true,
  children,
}: {
  /** Whether the page belongs to the number's tenant, whose addresses can be selected. */
  onTenantPage?: boolean
  children: (entriesOf: E911Entries) => ReactNode
}) {
  const { permissions } = useMember()
  const { act } = useAction()
  const [asked, setAsked] = useState<{ row: Number; step: E911Step } | null>(null)

  const check = (row: Number) =>
    act(async () => {
      const note = await askForNumber(row, { action: 'check' })
      const number = shownNumber(row.number)
      void notify(note ? 'info' : 'success', note ?? `The carrier has confirmed ${number}`)
    })

  function entriesOf(row: Number): readonly MenuEntry[] {
    if (!row.tenant_id || !may(permissions, 'telephony', 'edit')) return []
    const open = (step: E911Step) => () => setAsked({ row, step })
    const state = row.e911_state
    const place: MenuEntry = onTenantPage
      ? {
          kind: 'action',
          label: state === 'none' ? 'Register for 911' : 'Register again',
          onSelect: open('register'),
        }
      : { kind: 'link', label: 'Register for 911', href: `${tenantPath(row.tenant_id)}/dids/inbound` }
    const entries: readonly (MenuEntry | false)[] = [
      (onTenantPage ? state !== 'submitted' : state === 'none') && place,
      state === 'submitted' && {
        kind: 'action',
        label: 'Ask the carrier',
        onSelect: () => void check(row),
      },
      state === 'submitted' && {
        kind: 'action',
        label: 'Record confirmation',
        onSelect: open('confirm'),
      },
      (state === 'submitted' || state === 'confirmed') && {
        kind: 'action',
        label: 'Record rejection',
        onSelect: open('reject'),
      },
      state !== 'none' && {
        kind: 'action',
        label: 'End 911 registration',
        danger: true,
        onSelect: open('end'),
      },
    ]
    return entries.filter((entry) => entry !== false)
  }

  return (
    <>
      {children(entriesOf)}
      {asked ? <E911Dialog row={asked.row} step={asked.step} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
