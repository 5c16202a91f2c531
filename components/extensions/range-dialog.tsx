import { useRef, useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { ReferenceSelect } from '@/components/common/reference-select'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import { useDraft } from '@/hooks/use-draft'
import { useFreeNumbers } from '@/hooks/use-extensions'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useTenantSettings } from '@/hooks/use-tenant-settings'
import { useWrite } from '@/hooks/use-write'
import { generatePin } from '@/lib/secrets'
import { addExtensions, type NumberWithPin } from '@/lib/telephony/extension-client'
import {
  extensionRange,
  firstFreeRange,
  MAX_RANGE_LENGTH,
  type RangeItem,
  rangeText,
} from '@/lib/telephony/extension-range'
import { type EffectiveSettings, inExtensionRange } from '@/lib/telephony/tenant-settings'
import { countOf } from '@/lib/words'
import { NewPins } from './new-pins'

const LIKE = {
  table: 'extensions',
  columns: ['extension', 'effective_caller_id_name'],
  noun: 'extension',
} as const

/** Adds a range of extensions at once, all or none, with a preview of their numbers and names. */
export function RangeDialog({ onClose }: { onClose: () => void }) {
  const tenant = useCurrentTenant()
  const write = useWrite()
  const { settings } = useTenantSettings(tenant.id)
  const low = settings?.extension_low.value
  const high = settings?.extension_high.value
  const free = useFreeNumbers(tenant.id, low, high)
  const [typedFirst, setFirst] = useState('')
  const seatsLeft = tenant.extension_limit - tenant.extensions
  const [usual] = useState(() => String(Math.min(20, Math.max(1, seatsLeft))))
  const [count, setCount] = useState(usual)
  const [namePattern, setNamePattern] = useState('')
  const [like, setLike] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const [withPins, setWithPins] = useState(true)
  const [newPins, setNewPins] = useState<readonly NumberWithPin[] | null>(null)
  const generated = useRef<{ id: string; pin: string }[]>([])
  const sealed = useRef(new Map<string, string>())

  const dirty = typedFirst !== '' || count !== usual || namePattern !== '' || like !== null
  const draft = useDraft(
    `extension-range ${tenant.id}`,
    null,
    dirty ? { typedFirst, count, namePattern, like } : {},
    (typed) => {
      setFirst(typed.typedFirst ?? '')
      setCount(typed.count ?? count)
      setNamePattern(typed.namePattern ?? '')
      setLike(typed.like ?? null)
    },
  )
  // Not a value of the field: it arrives while people are typing there.
  const proposed = firstFreeRange(free ?? [], Number(count))
  const first = typedFirst.trim() || proposed || ''
  const made = extensionRange({ first, count: Number(count), namePattern })
  const problem = typeof made === 'string' ? made : undefined
  const items = typeof made === 'string' ? [] : made

  async function add() {
    setAsked(true)
    if (problem) return false
    // After a lost response other numbers are free: what is sent again is the same.
    setFirst(first)
    const rows = items.map((item, place) => {
      const { id, pin } = generatedFor(place)
      return withPins ? { ...item, id, pin } : { ...item, id }
    })
    const given = await write(
      (supabase) => addExtensions(supabase, tenant.id, rows, like, sealed.current),
      `Added ${countOf(items.length, 'extension')}, ${rangeText(items)}`,
    )
    if (!withPins) return true
    draft.forget()
    setNewPins(given)
    // It closes once the PINs have been read.
    return false
  }

  /**
   * Stays the same per place in the range, so that a retry after a lost response adds nothing twice, also from another number on, and
   * shows the stored PIN.
   */
  function generatedFor(place: number) {
    const own = generated.current[place] ?? { id: crypto.randomUUID(), pin: generatePin() }
    generated.current[place] = own
    return own
  }

  if (newPins) return <NewPins items={newPins} onClose={onClose} />
  return (
    <FormDialog
      title="Add a range of extensions"
      description="Either all of them are added, or none."
      submitLabel={items.length > 0 ? `Add ${countOf(items.length, 'extension')}` : 'Add'}
      dirty={dirty}
      draft={draft}
      onSave={add}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormRow
          label="First number"
          required={!proposed}
          error={asked ? problem : undefined}
          hint={proposed ? `${proposed} is the next free one.` : undefined}
        >
          <Input
            inputMode="numeric"
            maxLength={7}
            placeholder={proposed}
            value={typedFirst}
            onChange={(event) => setFirst(event.target.value)}
          />
        </FormRow>
        <FormRow label="How many" required hint={`At most ${MAX_RANGE_LENGTH}.`}>
          <Input inputMode="numeric" value={count} onChange={(event) => setCount(event.target.value)} />
        </FormRow>
      </div>
      <FormRow label="Names" hint="{n} counts from 1, {number} is the extension. Example: Desk {n}">
        <Input value={namePattern} onChange={(event) => setNamePattern(event.target.value)} />
      </FormRow>
      <FormRow
        label="Settings like"
        hint="Copies caller IDs, voicemail, limits and recording, but not forwarding."
      >
        <ReferenceSelect to={LIKE} value={like} onChange={setLike} noneLabel="The defaults" />
      </FormRow>
      <Switch
        label="Random voicemail PINs"
        hint="They are shown once. Without a PIN, a mailbox cannot be opened by phone."
        checked={withPins}
        onChange={(event) => setWithPins(event.target.checked)}
      />
      <RangePreview items={items} settings={settings} />
    </FormDialog>
  )
}

/** The numbers and names that will be added, and what speaks against them. */
function RangePreview({
  items,
  settings,
}: {
  items: readonly RangeItem[]
  settings: EffectiveSettings | undefined
}) {
  const { extensions, extension_limit } = useCurrentTenant()
  const outside = settings && items.some(({ number }) => !inExtensionRange(number, settings))
  return (
    <>
      {items.length > 0 ? (
        <p className="text-sm text-text-muted">
          <span className="numeric font-medium text-text">{rangeText(items)}</span>
          {items[0]?.name ? `: ${items[0].name}${items.length > 1 ? ` … ${items.at(-1)?.name}` : ''}` : null}
        </p>
      ) : null}
      {items.length > extension_limit - extensions ? (
        <Alert tone="warning" quiet>
          {`${extensions} of ${extension_limit} seats are in use. There is no room for ${items.length} more.`}
        </Alert>
      ) : null}
      {outside ? (
        <Alert tone="warning" quiet>
          {`The tenant’s extension range is ${settings.extension_low.value} to ${settings.extension_high.value}.`}
        </Alert>
      ) : null}
    </>
  )
}
